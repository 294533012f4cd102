//! Hooks, `sowing`, and the rules that traits of marks stand for.

use super::refs::maker_test;
use super::{Ctx, Lower, Room};
use crate::diagnostic::codes;
use crate::ir::{self, ActionKind, Cond, Place, Player, Set};
use crate::source::Span;
use crate::syntax::ast::{self, HookKind, SowingStmt};

/// Whether a rule of a file that is extended asks for values of options that this file has taken
/// away.
pub(super) fn narrowed_away(cond: &Cond, span: Span) -> bool {
    fn never(cond: &Cond) -> bool {
        match cond {
            Cond::Const(held) => !held,
            Cond::And(list) => list.iter().any(never),
            Cond::Or(list) => list.iter().all(never),
            _ => false,
        }
    }
    span.file > 0 && never(cond)
}

/// Whether each start line says which way it goes.
fn all_go_their_way(file: &ast::File) -> bool {
    let phases = file.items.iter().filter_map(|i| if let ast::Item::Phase(p) = i { Some(&p.items) } else { None });
    let items = file.items.iter().chain(phases.flatten());
    let statements = items.filter_map(|i| if let ast::Item::Moves(list, _) = i { Some(list) } else { None });
    let mut lines = 0;
    for s in statements.flatten() {
        let ast::MovesStmt::Class { lines: own, going, .. } = s else { continue };
        lines += own.len();
        let always = |list: &[ast::Going]| list.iter().any(|g| g.where_.is_none());
        if !always(going) && own.iter().any(|(_, l)| !always(&l.going)) {
            return false;
        }
    }
    lines > 0
}

impl Lower<'_> {
    pub(super) fn hooks(&mut self, file: &ast::File) -> ir::Hooks {
        let mut hooks = ir::Hooks::default();
        for item in &file.items {
            let ast::Item::Hook(hook) = item else { continue };
            let list = self.list(hook);
            match hook.kind {
                HookKind::BeforeMove => hooks.before_move.push(list),
                HookKind::EachLap => hooks.each_lap.push(list),
                HookKind::EachSeed => hooks.each_seed.push(list),
                HookKind::Landing => hooks.landing.push(list),
                HookKind::Whenever => hooks.whenever.push(list),
                HookKind::AfterMove => hooks.after_move.push(list),
                HookKind::AfterTurn => hooks.after_turn.push(list),
            }
        }
        hooks
    }

    fn list(&mut self, hook: &ast::Hook) -> ir::List {
        let ctx = Ctx::new(Room::Hook(hook.kind));
        let mut rules = Vec::new();
        for item in &hook.rules {
            match item {
                ast::RuleItem::Let(d) => self.let_decl(d, &Ctx::new(Room::Let)),
                ast::RuleItem::Rule(rule) => {
                    let rule = self.rule(rule, &ctx);
                    if !narrowed_away(&rule.cond, rule.span) {
                        rules.push(rule);
                    }
                }
                // What it stands for has been put in its place.
                ast::RuleItem::AsIn(..) => {}
            }
        }
        rules
    }

    fn rule(&mut self, rule: &ast::Rule, ctx: &Ctx) -> ir::Rule {
        let id = self.rule_id();
        let cond = rule.cond.as_ref().map_or(Cond::Const(true), |c| self.cond(c, ctx));
        let actions = self.actions(&rule.actions, ctx);
        ir::Rule { cond, actions, id, span: rule.span, text: self.words(rule.span) }
    }

    pub(super) fn sowing(&mut self, file: &ast::File) -> ir::Sowing {
        let mut out = ir::Sowing {
            direction: ir::Direction::Counterclockwise,
            chosen_once: None,
            reversed_each_lap: false,
            into_my_store: false,
            into_all_stores: false,
            own_side: false,
            first_in_start: None,
            skips: Vec::new(),
            a_pit: Vec::new(),
            bends: None,
        };
        let Some((statements, span)) = file.items.iter().find_map(|i| match i {
            ast::Item::Sowing(s, span) => Some((s, *span)),
            _ => None,
        }) else {
            let span = Span { line: 1, ..Span::default() };
            if all_go_their_way(file) {
                return out;
            }
            self.missing(
                span,
                "nothing says which way seeds are sown",
                "write `sowing { counterclockwise }` or `sowing { clockwise }`",
            );
            return out;
        };
        let mut direction: Option<Span> = None;
        for s in statements {
            self.sowing_stmt(s, &mut out, &mut direction);
        }
        if out.bends.is_some() {
            for s in statements {
                let (what, span) = match s {
                    SowingStmt::ReversedEachLap(span) => ("`direction reversed each lap`", span),
                    // Stores lie beside the rows.
                    SowingStmt::IntoMyStore(span) | SowingStmt::IntoAllStores(span) => ("sowing into stores", span),
                    SowingStmt::OwnSide(span) => ("`own side`", span),
                    SowingStmt::FirstInStart { span, .. } => ("`first seed in start`", span),
                    _ => continue,
                };
                self.beside_a_chosen_way(what, *span);
            }
        }
        if direction.is_none() && !all_go_their_way(file) {
            self.missing(
                span,
                "`sowing` doesn't say which way",
                "write `counterclockwise`, `clockwise` or `either`; or say in each start line which way it is `going`",
            );
        }
        out
    }

    fn sowing_stmt(&mut self, s: &SowingStmt, out: &mut ir::Sowing, direction: &mut Option<Span>) {
        let ctx = Ctx::new(Room::Sowing);
        match s {
            SowingStmt::Anew(_) => {}
            SowingStmt::Direction(d, span) => {
                self.direction_once(direction, *span);
                out.direction = self.direction(d, *span);
            }
            SowingStmt::ChosenOnce { each, for_match, span } => {
                self.direction_once(direction, *span);
                out.chosen_once = Some((*each, *for_match));
                out.direction = ir::Direction::Either;
            }
            SowingStmt::Orthogonally(at_edge, span) => {
                self.direction_once(direction, *span);
                out.bends = Some(if *at_edge { ir::Bends::AtTheEdge } else { ir::Bends::Anywhere });
            }
            SowingStmt::ReversedEachLap(_) => out.reversed_each_lap = true,
            SowingStmt::IntoMyStore(_) => out.into_my_store = true,
            SowingStmt::IntoAllStores(_) => out.into_all_stores = true,
            SowingStmt::OwnSide(_) => out.own_side = true,
            SowingStmt::FirstInStart { unless_single, span } => {
                if out.first_in_start.is_some() {
                    self.error(&codes::DUPLICATE, *span, "`first seed in start` is said twice", "keep one of the two");
                }
                out.first_in_start = Some(ir::FirstInStart { unless_single: *unless_single });
            }
            SowingStmt::Skip { set, unless_last, when, span } => {
                let set = match set {
                    Some(r) => self.set(r, &ctx),
                    None => Set::One(Place::Start),
                };
                let when = when.as_ref().map_or(Cond::Const(true), |c| self.cond(c, &ctx));
                let _ = span;
                out.skips.push(ir::Skip { set, unless_last: *unless_last, when });
            }
            SowingStmt::APit(n, where_, _) => {
                let n = self.num(n, &ctx);
                let where_ = where_.as_ref().map_or(Cond::Const(true), |c| self.cond(c, &ctx.testing()));
                out.a_pit.push((n, where_));
            }
        }
    }

    fn direction_once(&mut self, direction: &mut Option<Span>, span: Span) {
        match *direction {
            Some(first) => self.twice("the direction", first, span),
            None => *direction = Some(span),
        }
    }

    /// What the traits of each kind of mark mean, as rules.
    pub(super) fn mark_traits(&mut self, sowing: &mut ir::Sowing, moves: &mut ir::Moves, hooks: &mut ir::Hooks) {
        let decls: Vec<(u8, &ast::MarkDecl)> = self
            .names
            .entries
            .iter()
            .filter_map(|e| if let super::names::Named::Mark(id, d) = e.what { Some((id, d)) } else { None })
            .collect();
        for (kind, decl) in decls.into_iter().rev() {
            for (t, span) in decl.traits.iter().rev() {
                self.mark_trait(kind, t, *span, sowing, moves, hooks);
            }
        }
    }

    fn mark_trait(
        &mut self,
        kind: u8,
        t: &ast::Trait,
        span: Span,
        sowing: &mut ir::Sowing,
        moves: &mut ir::Moves,
        hooks: &mut ir::Hooks,
    ) {
        let marked = |p: Place| Cond::Marked(p, Some(kind), maker_test(None));
        match t {
            ast::Trait::NeverStarted => {
                for line in moves.tiers.iter_mut().flatten().flat_map(|c| &mut c.lines).flatten() {
                    let from = std::mem::replace(&mut line.from, Set::Union(Vec::new()));
                    let free = Cond::Not(Box::new(marked(Place::It)));
                    line.from = Set::Where(Box::new(from), Box::new(free));
                }
            }
            ast::Trait::Skipped => sowing.skips.push(ir::Skip {
                set: Set::Marked(kind, maker_test(None)),
                unless_last: false,
                when: Cond::Const(true),
            }),
            ast::Trait::EndsTheLap => {
                let rule = self.made_rule(marked(Place::Here), ActionKind::End, span);
                match hooks.landing.first_mut() {
                    Some(list) => list.insert(0, rule),
                    None => hooks.landing.push(vec![rule]),
                }
            }
            ast::Trait::CollectsForMaker => {
                self.collects(hooks, marked(Place::Here), Player::MakerOf(Box::new(Place::Here)), span);
            }
            ast::Trait::CollectsForOwner => {
                self.collects(hooks, marked(Place::Here), Player::OwnerOf(Box::new(Place::Here)), span);
            }
            ast::Trait::NeverLifted | ast::Trait::NeverCaptured | ast::Trait::PerPlayer(_) | ast::Trait::Until(_) => {}
        }
    }

    /// A seed that falls in such a pit goes to a player at once, before the file's own rules.
    fn collects(&mut self, hooks: &mut ir::Hooks, cond: Cond, to: Player, span: Span) {
        let action = ActionKind::Move { n: None, pieces: None, from: Place::Here, to: Place::Store(to) };
        let rule = self.made_rule(cond, action, span);
        hooks.each_seed.insert(0, vec![rule]);
    }

    fn made_rule(&mut self, cond: Cond, kind: ActionKind, span: Span) -> ir::Rule {
        let id = self.rule_id();
        let text = self.words(span);
        ir::Rule { cond, actions: vec![ir::Action { kind, span }], id, span, text }
    }
}
