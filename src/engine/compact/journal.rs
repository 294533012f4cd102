//! What is told of a ply only once it is certain.

use crate::engine::listen::Listener;
use crate::ir::RuleId;

/// What happens in a ply, until it is known that it isn't the machine that makes it.
#[derive(Debug, Default)]
pub(super) struct Journal(Vec<RuleId>);

impl Journal {
    /// Numbers that aren't rules'.
    const LAP: RuleId = RuleId::MAX - 1;
    const CAPTURED: RuleId = RuleId::MAX - 2;

    /// Forgets the ply before.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Tells it all.
    #[inline(always)]
    pub(super) fn tell<L: Listener>(&self, l: &mut L) {
        for &what in &self.0 {
            match what {
                Journal::LAP => l.lap(),
                Journal::CAPTURED => l.captured(),
                rule => l.rule(rule),
            }
        }
    }
}

impl Listener for Journal {
    const HEARS: bool = true;

    fn decision(&mut self, _: u64, _: bool) -> bool {
        true
    }

    #[inline(always)]
    fn lap(&mut self) {
        self.0.push(Journal::LAP);
    }

    fn dropped(&mut self) {}

    #[inline(always)]
    fn rule(&mut self, id: RuleId) {
        self.0.push(id);
    }

    #[inline(always)]
    fn captured(&mut self) {
        self.0.push(Journal::CAPTURED);
    }

    fn undecided(&mut self) {}

    fn swapped(&mut self) {}

    fn turn_over(&mut self) {}
}
