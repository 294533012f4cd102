//! Keys of positions that have been, in the order in which they came.
//!
//! A state is copied for every ply, and a round may have tens of thousands: what is old is shared by
//! all copies, in blocks.

use std::sync::Arc;

const BLOCK: usize = 24;

#[derive(Debug)]
struct Block {
    keys: Vec<u128>,
    older: Option<Arc<Block>>,
    /// Keys in it and the older ones.
    len: usize,
}

impl Drop for Block {
    // One after another: a long chain would overflow the stack if each dropped the next.
    fn drop(&mut self) {
        let mut next = self.older.take();
        while let Some(mut block) = next.and_then(Arc::into_inner) {
            next = block.older.take();
        }
    }
}

/// Keys of earlier positions.
#[derive(Debug, Default)]
pub(super) struct History {
    older: Option<Arc<Block>>,
    recent: Vec<u128>,
}

impl History {
    pub(super) const fn new() -> History {
        History { older: None, recent: Vec::new() }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.older.as_ref().map_or(0, |b| b.len) + self.recent.len()
    }

    pub(super) fn clear(&mut self) {
        self.older = None;
        self.recent.clear();
    }

    pub(super) fn push(&mut self, key: u128) {
        if self.recent.len() == BLOCK {
            let len = self.len();
            let keys = std::mem::take(&mut self.recent);
            self.older = Some(Arc::new(Block { keys, older: self.older.take(), len }));
        }
        self.recent.push(key);
    }

    /// Takes the last one back.
    pub(super) fn pop(&mut self) {
        if self.recent.is_empty()
            && let Some(block) = self.older.take()
        {
            self.recent.clone_from(&block.keys);
            self.older.clone_from(&block.older);
        }
        self.recent.pop();
    }

    /// The key that came last.
    pub(super) fn last(&self) -> Option<u128> {
        let older = || self.older.as_ref().and_then(|b| b.keys.last());
        self.recent.last().or_else(older).copied()
    }

    /// How often a key is among them.
    pub(super) fn count(&self, key: u128) -> u32 {
        let of = |keys: &[u128]| keys.iter().filter(|&&k| k == key).count() as u32;
        let mut n = of(&self.recent);
        let mut block = self.older.as_deref();
        while let Some(b) = block {
            n += of(&b.keys);
            block = b.older.as_deref();
        }
        n
    }
}

impl Clone for History {
    fn clone(&self) -> History {
        History { older: self.older.clone(), recent: self.recent.clone() }
    }

    fn clone_from(&mut self, from: &History) {
        self.older.clone_from(&from.older);
        self.recent.clone_from(&from.recent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_list() {
        let mut h = History::new();
        let mut plain = Vec::new();
        for i in 0..1_000u128 {
            h.push(i % 7);
            plain.push(i % 7);
            if i % 5 == 4 {
                // Across the border of blocks, too.
                for _ in 0..3 {
                    h.pop();
                    plain.pop();
                }
            }
            let copy = h.clone();
            assert_eq!(copy.len(), plain.len());
            assert_eq!(copy.count(i % 7) as usize, plain.iter().filter(|&&k| k == i % 7).count());
        }
        while !plain.is_empty() {
            h.pop();
            plain.pop();
            assert_eq!((h.len(), h.count(3) as usize), (plain.len(), plain.iter().filter(|&&k| k == 3).count()));
        }
    }

    #[test]
    fn a_long_one_is_dropped() {
        let mut h = History::new();
        (0..3_000_000).for_each(|i| h.push(i));
        assert_eq!(h.count(5), 1);
    }
}
