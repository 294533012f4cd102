//! Phases: each has its own sowing, moves and rules, or those of the file.

use super::{Ctx, Lower, Room};
use crate::diagnostic::codes;
use crate::ir::{self, Cond};
use crate::source::Span;
use crate::syntax::ast::{self, Item};

impl Lower<'_> {
    /// The phases; a file without any has one, nameless, that always counts.
    pub(super) fn phases(&mut self, file: &ast::File) -> Vec<ir::Phase> {
        let phases: Vec<&ast::Phase> =
            file.items.iter().filter_map(|i| if let Item::Phase(p) = i { Some(p) } else { None }).collect();
        // What each phase says itself needn't be said for all of them.
        let own = |what: fn(&Item) -> bool| !phases.is_empty() && phases.iter().all(|p| p.items.iter().any(what));
        let sowing = (!own(|i| matches!(i, Item::Sowing(..)))).then(|| self.sowing(file));
        let moves = self.moves(file);
        let hooks = self.hooks(file);
        let mut out = Vec::new();
        for p in &phases {
            let of_phase = ast::File { items: p.items.clone() };
            let has = |what: fn(&Item) -> bool| p.items.iter().any(what);
            let sowing = match &sowing {
                Some(shared) if !has(|i| matches!(i, Item::Sowing(..))) => shared.clone(),
                _ => self.sowing(&of_phase),
            };
            let moves = if has(|i| matches!(i, Item::Moves(..))) { self.moves(&of_phase) } else { moves.clone() };
            let hooks = self.hooks_of(&of_phase, &hooks);
            let mut ctx = Ctx::new(Room::Moves);
            ctx.bound = false;
            let while_ = p.while_.as_ref().map_or(Cond::Const(true), |c| self.cond(c, &ctx));
            let name = Some(p.name.text.clone());
            out.push(ir::Phase { name, each_player: p.each_player, while_, sowing, moves, hooks });
        }
        if let Some(last) = out.last()
            && last.while_ != Cond::Const(true)
        {
            let help = "end with `phase NAME for each player otherwise { … }`";
            let span = phases.last().map_or_else(Default::default, |p| p.span);
            self.error(&codes::MISSING, span, "it isn't said which phase it is when none of these is", help);
        }
        if out.is_empty() {
            let sowing = sowing.unwrap_or_else(|| self.sowing(file));
            out.push(ir::Phase { name: None, each_player: false, while_: Cond::Const(true), sowing, moves, hooks });
        }
        for phase in &mut out {
            self.fits_a_race(phase);
            self.fits_a_chosen_way(phase);
            self.mark_traits(&mut phase.sowing, &mut phase.moves, &mut phase.hooks);
        }
        out
    }

    pub(super) fn beside_a_chosen_way(&mut self, what: &str, span: Span) {
        let what = format!("{what} can't stand beside `orthogonally, turning at …`");
        self.error(&codes::WRONG_PLACE, span, what, "leave out one of the two");
    }

    /// Where the sower chooses the way, nothing else may say which way it is.
    fn fits_a_chosen_way(&mut self, phase: &ir::Phase) {
        if phase.sowing.bends.is_none() {
            return;
        }
        let lines = phase.moves.tiers.iter().flatten().flat_map(|c| c.lines.iter().flatten());
        let going = lines.clone().find(|l| !l.going.is_empty()).map(|l| (l.span, "`going`"));
        let class = phase.moves.tiers.iter().flatten().next().map_or_else(Span::default, |c| c.span);
        let race = (phase.moves.race != Cond::Const(false)).then_some((class, "`race`"));
        for (span, what) in race.into_iter().chain(going) {
            self.beside_a_chosen_way(what, span);
        }
    }

    /// Where all move at once nothing is tested or done when a move is over: the others are still sowing.
    fn fits_a_race(&mut self, phase: &ir::Phase) {
        if phase.moves.race == Cond::Const(false) {
            return;
        }
        let rules = [&phase.hooks.after_move, &phase.hooks.after_turn];
        let rules = rules.into_iter().flatten().flatten().map(|r| (r.span, "rules after a move or a turn"));
        let filters = phase.moves.filters.iter().map(|f| (f.span, "what a move must do"));
        for (span, what) in filters.chain(rules) {
            let help = "say it in `landing { … }`, or leave out `race` in `moves { … }`";
            self.error(&codes::WRONG_PLACE, span, format!("{what} can't stand where all move at once"), help);
        }
    }

    /// A phase's rules: a kind of which it has none is the file's.
    fn hooks_of(&mut self, of_phase: &ast::File, shared: &ir::Hooks) -> ir::Hooks {
        let mut own = self.hooks(of_phase);
        for (mine, all) in [
            (&mut own.before_move, &shared.before_move),
            (&mut own.each_lap, &shared.each_lap),
            (&mut own.each_seed, &shared.each_seed),
            (&mut own.landing, &shared.landing),
            (&mut own.whenever, &shared.whenever),
            (&mut own.after_move, &shared.after_move),
            (&mut own.after_turn, &shared.after_turn),
        ] {
            if mine.is_empty() {
                mine.clone_from(all);
            }
        }
        own
    }

    /// A phase by its name.
    pub(super) fn phase_is(&mut self, who: Option<&ast::Who>, name: &ast::Ident, ctx: &Ctx) -> Cond {
        let player = who.map(|w| self.player(w, name.span, ctx));
        if !self.names.phases.contains(&name.text) {
            let known = self.names.phases.join("`, `");
            let help = match crate::diagnostic::did_you_mean(&name.text, self.names.phases.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None if known.is_empty() => "declare it: `phase NAME for each player while … { … }`".to_owned(),
                None => format!("the phases are `{known}`"),
            };
            self.error(&codes::UNKNOWN_NAME, name.span, format!("no phase is named `{}`", name.text), &help);
        }
        Cond::Phase(player, name.text.clone())
    }
}
