//! Exact statistics of whole numbers in constant memory.

use std::collections::BTreeMap;

/// How often each number came up.
///
/// Small numbers are counted in a table, the few large ones in a map, so that the memory doesn't
/// grow with the number of samples. Sums are taken from these when they are asked for, and are exact, so
/// that merging in any order gives the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    small: Vec<u64>,
    large: BTreeMap<u64, u64>,
}

/// Numbers below this are counted in the table.
const SMALL: u64 = 1 << 14;

/// What a histogram tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Arithmetic mean.
    pub mean: f64,
    /// Standard deviation of the sample (n - 1).
    pub sd: f64,
    /// The least.
    pub min: u64,
    /// The middle one, or the mean of the two in the middle.
    pub median: f64,
    /// The greatest.
    pub max: u64,
}

impl Histogram {
    /// Counts a number.
    #[inline]
    pub fn add(&mut self, n: u64) {
        match self.small.get_mut(n as usize) {
            Some(times) => *times += 1,
            None => self.add_many(n, 1),
        }
    }

    #[inline(never)]
    fn add_many(&mut self, n: u64, times: u64) {
        if n < SMALL {
            let i = n as usize;
            if self.small.len() <= i {
                self.small.resize(i + 1, 0);
            }
            self.small[i] += times;
        } else {
            *self.large.entry(n).or_default() += times;
        }
    }

    /// Adds all of another's.
    pub fn merge(&mut self, other: &Histogram) {
        for (n, times) in other.entries() {
            self.add_many(n, times);
        }
    }

    /// Numbers counted.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.entries().map(|(_, times)| times).sum()
    }

    fn entries(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + '_ {
        let small = self.small.iter().enumerate().map(|(n, &times)| (n as u64, times)).filter(|&(_, times)| times > 0);
        small.chain(self.large.iter().map(|(&n, &times)| (n, times)))
    }

    /// The statistics; none without a sample.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        let samples = self.samples();
        let min = self.entries().next()?.0;
        let sum = self.entries().map(|(n, times)| u128::from(n) * u128::from(times)).sum();
        Some(Summary {
            mean: sum as f64 / samples as f64,
            sd: self.deviation(samples, sum),
            min,
            median: (self.nth((samples - 1) / 2) as f64 + self.nth(samples / 2) as f64) / 2.0,
            max: self.entries().next_back()?.0,
        })
    }

    fn deviation(&self, samples: u64, sum: u128) -> f64 {
        if samples < 2 {
            return 0.0;
        }
        let squares: u128 = self.entries().map(|(n, times)| u128::from(n) * u128::from(n) * u128::from(times)).sum();
        // n·Σx² − (Σx)² in whole numbers, where it fits: no cancellation.
        let n = u128::from(samples);
        let spread = match (n.checked_mul(squares), sum.checked_mul(sum)) {
            (Some(a), Some(b)) => a.saturating_sub(b) as f64,
            _ => (n as f64).mul_add(squares as f64, -(sum as f64) * sum as f64).max(0.0),
        };
        (spread / (n as f64) / (n as f64 - 1.0)).sqrt()
    }

    /// The number at a place of the sorted samples, from 0.
    fn nth(&self, place: u64) -> u64 {
        let mut before = 0;
        for (n, times) in self.entries() {
            before += times;
            if place < before {
                return n;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[u64]) -> Histogram {
        let mut h = Histogram::default();
        numbers.iter().for_each(|&n| h.add(n));
        h
    }

    #[test]
    fn statistics() {
        let s = of(&[2, 4, 4, 4, 5, 5, 7, 9]).summary().expect("samples");
        assert_eq!((s.mean, s.min, s.median, s.max), (5.0, 2, 4.5, 9));
        assert!((s.sd - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(of(&[]).summary(), None);
        assert_eq!(of(&[3]).summary(), Some(Summary { mean: 3.0, sd: 0.0, min: 3, median: 3.0, max: 3 }));
    }

    #[test]
    fn merging_is_like_adding() {
        let (a, b) = ([1, 1_000_000, 3], [70_000, 2, 2]);
        let mut merged = of(&a);
        merged.merge(&of(&b));
        let both: Vec<u64> = a.iter().chain(&b).copied().collect();
        assert_eq!(merged, of(&both));
        assert_eq!(merged.summary().expect("samples").median, 2.5);
    }
}
