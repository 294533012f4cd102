//! One value for each player.
//!
//! Almost all games are for two, so the first two lie side by side in the state; only games of more
//! keep a list besides.

use std::ops::{Index, IndexMut};

/// Most players of a game.
pub(super) const MAX_PLAYERS: u8 = 10;

/// One value for each player; a player by himself takes two places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seats<T> {
    two: [T; 2],
    more: Vec<T>,
}

impl<T: Copy> Seats<T> {
    /// The same for everybody.
    pub(super) fn all(players: usize, value: T) -> Seats<T> {
        Seats { two: [value; 2], more: vec![value; players.saturating_sub(2)] }
    }

    /// By player.
    pub(super) fn by(players: usize, mut value: impl FnMut(u8) -> T) -> Seats<T> {
        let two = [value(0), value(1)];
        Seats { two, more: (2..players as u8).map(value).collect() }
    }

    /// The values, the first player's first.
    pub(super) fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.two.iter().chain(&self.more).copied()
    }

    /// The same, to be changed.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.two.iter_mut().chain(&mut self.more)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        2 + self.more.len()
    }

    /// The same for everybody from now on.
    pub(super) fn fill(&mut self, value: T) {
        self.iter_mut().for_each(|x| *x = value);
    }

    /// Whether more than two play.
    #[inline]
    pub(super) fn many(&self) -> bool {
        !self.more.is_empty()
    }

    /// Takes over the first two only: all of them where not more play.
    #[inline]
    pub(super) fn copy_two(&mut self, from: &Seats<T>) {
        self.two = from.two;
    }
}

impl<T> Index<u8> for Seats<T> {
    type Output = T;
    #[inline]
    fn index(&self, player: u8) -> &T {
        match player {
            0 | 1 => &self.two[usize::from(player)],
            _ => &self.more[usize::from(player) - 2],
        }
    }
}

impl<T> IndexMut<u8> for Seats<T> {
    #[inline]
    fn index_mut(&mut self, player: u8) -> &mut T {
        match player {
            0 | 1 => &mut self.two[usize::from(player)],
            _ => &mut self.more[usize::from(player) - 2],
        }
    }
}
