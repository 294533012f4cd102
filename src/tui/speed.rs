//! How fast seeds are sown.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Seeds a second, by speed.
const SEEDS_A_SECOND: [u32; 10] = [0, 1, 2, 3, 5, 8, 12, 20, 40, 80];
/// Seeds that are sown at full length; then the sowing quickens.
const CALM: usize = 60;

/// A speed: off, or 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed(u8);

impl Default for Speed {
    fn default() -> Speed {
        Speed(5)
    }
}

/// A text that is no speed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a speed is a number from 1 to 9, or `off`")]
pub struct BadSpeed;

impl FromStr for Speed {
    type Err = BadSpeed;

    fn from_str(text: &str) -> Result<Speed, BadSpeed> {
        match text {
            "off" | "0" => Ok(Speed(0)),
            _ => text.parse().ok().filter(|n| (1..=9).contains(n)).map(Speed).ok_or(BadSpeed),
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("off"),
            n => write!(f, "{n}"),
        }
    }
}

impl Speed {
    /// No sowing is shown.
    pub const OFF: Speed = Speed(0);

    /// The next faster speed.
    #[must_use]
    pub fn faster(self) -> Speed {
        Speed((self.0 + 1).min(9))
    }

    /// The next slower speed, down to off.
    #[must_use]
    pub fn slower(self) -> Speed {
        Speed(self.0.saturating_sub(1))
    }

    /// How long the `n`-th step of a ply is shown; none: not at all. Long sowings quicken, so that
    /// none takes more than a few minutes even at the slowest speed.
    #[must_use]
    pub fn pause(self, n: usize) -> Option<Duration> {
        let seeds = SEEDS_A_SECOND[usize::from(self.0.min(9))];
        if seeds == 0 {
            return None;
        }
        let doublings = (n / CALM).checked_ilog2().map_or(0, |d| d + 1).min(8);
        Some(Duration::from_secs(1) / seeds / (1 << doublings))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!("off".parse(), Ok(Speed::OFF));
        assert_eq!("9".parse(), Ok(Speed(9)));
        assert_eq!("10".parse::<Speed>(), Err(BadSpeed));
        assert_eq!("fast".parse::<Speed>(), Err(BadSpeed));
        assert_eq!(Speed::OFF.slower(), Speed::OFF);
        assert_eq!(Speed(9).faster(), Speed(9));
        assert_eq!(Speed::OFF.to_string(), "off");
    }

    #[test]
    fn long_sowings_quicken() {
        let total = |steps: usize| (0..steps).filter_map(|n| Speed(1).pause(n)).sum::<Duration>();
        assert_eq!(Speed(5).pause(0), Some(Duration::from_millis(125)));
        assert!(Speed(5).pause(100) < Speed(5).pause(0));
        assert!(total(5_000) < Duration::from_secs(600));
        assert_eq!(Speed::OFF.pause(0), None);
    }
}
