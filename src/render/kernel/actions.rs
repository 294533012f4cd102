//! Actions, choices and endings.

use super::conds::direction;
use super::places::{num_slot, place_slot};
use super::{Words, quoted, shared};
use crate::ir::{
    Action, ActionKind, Among, CaptureAmount, CaptureTo, ChoiceBy, ChoiceId, Cond, Direction, FillFrom, Game, Labelled,
    Outcome, Place, Player, Rest, Set,
};

impl Words<'_> {
    /// Actions in order, one piece each.
    pub(super) fn actions(self, list: &[Action]) -> Vec<String> {
        list.iter().map(|a| self.action(&a.kind)).collect()
    }

    /// Actions on one line; no action at all is an empty block.
    fn then(self, list: &[Action]) -> String {
        if list.is_empty() { "{}".to_owned() } else { self.actions(list).join(" then ") }
    }

    fn braces(self, list: &[Action]) -> String {
        if list.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", self.actions(list).join("; ")) }
    }

    fn action(self, kind: &ActionKind) -> String {
        match kind {
            ActionKind::Capture { from, amount, to } => {
                let amount = match amount {
                    CaptureAmount::All => String::new(),
                    CaptureAmount::UpTo(n) => format!(" at most {} each", self.num(n)),
                };
                let to = match to {
                    CaptureTo::Player(player) => self.for_whom(player),
                    CaptureTo::Hand => " to hand".to_owned(),
                };
                format!("capture {}{amount}{to}", self.refs(from))
            }
            ActionKind::DropAs(pieces, n) => format!("drop {} as piece {}", self.of_kind(*pieces), self.argument(n)),
            ActionKind::Move { n, pieces, from, to } => {
                let n = n.as_ref().map_or_else(|| "all".to_owned(), |n| self.num(n));
                let kind = pieces.map_or_else(String::new, |p| format!(" {}", self.of_kind(p)));
                format!("move {n}{kind} from {} to {}", self.place(from), self.place(to))
            }
            ActionKind::Drop { from, to } => {
                let from = from.as_ref().map(|p| format!(" from {}", self.place(p))).unwrap_or_default();
                let to = to.as_ref().map(|p| format!(" in {}", self.place(p))).unwrap_or_default();
                format!("drop{from}{to}")
            }
            ActionKind::Make { at, kind, maker } => {
                format!("make {} {}{}", self.place(at), self.a_mark(*kind), self.for_whom(maker))
            }
            ActionKind::Unmake { at, kind } => {
                let kind = kind.map(|k| format!(" as {}", self.mark(k))).unwrap_or_default();
                format!("unmake {}{kind}", self.base(at))
            }
            ActionKind::Close(set) => format!("close {}", self.refs(set)),
            ActionKind::Open(set) => format!("open {}", self.refs(set)),
            ActionKind::Give(set, player) => format!("give {} to {}", self.refs(set), self.player(player)),
            ActionKind::SetVar(id, of, n) => format!("set {} to {}", self.var(*id, of), self.num(n)),
            ActionKind::Let(id) => match self.game.lets.get(usize::from(*id)) {
                Some(l) => format!("let {} = {}", l.name, self.let_body(&l.body)),
                None => "let ? = ?".to_owned(),
            },
            ActionKind::Reverse => "reverse".to_owned(),
            ActionKind::Going(d) => format!("going {}", direction(self.game, *d)),
            ActionKind::If(cond, then, otherwise) => {
                let mut text = format!("if {} {}", self.cond(cond), self.braces(then));
                if !otherwise.is_empty() {
                    text += &format!(" else {}", self.braces(otherwise));
                }
                text
            }
            ActionKind::ForEach(slot, set, body) => {
                format!("for each {} in {} {}", place_slot(*slot), self.refs(set), self.braces(body))
            }
            ActionKind::Relay(place) => format!("relay from {}", self.place(place)),
            ActionKind::SowHand { inside, at, going } => {
                format!("sow hand {}{}", self.first_seed(*inside, at), turned(self.game, *going))
            }
            ActionKind::SowFrom { n, from, starting, going } => {
                let n = n.as_ref().map(|n| format!("{} from ", self.num(n))).unwrap_or_default();
                let starting = starting.as_ref().map(|(inside, at)| format!(" {}", self.first_seed(*inside, at)));
                format!("sow {n}{}{}{}", self.place(from), starting.unwrap_or_default(), turned(self.game, *going))
            }
            ActionKind::MoveAgain => "move again".to_owned(),
            ActionKind::End => "end".to_owned(),
            ActionKind::Pass => "pass".to_owned(),
            ActionKind::Choose(id) => self.choose(*id),
            ActionKind::Finish(outcomes) => format!("finish round {}", self.outcomes(outcomes).join(" then ")),
            ActionKind::Illegal => "illegal".to_owned(),
            ActionKind::LastResort => "last resort".to_owned(),
            ActionKind::LayOut => "lay out as at first".to_owned(),
            ActionKind::Fill { n, set, from, pits, partial } => {
                let from = match from {
                    FillFrom::Left => "left",
                    FillFrom::Right => "right",
                    FillFrom::Tail => "tail",
                    FillFrom::Head => "head",
                    FillFrom::Chosen => "chosen",
                };
                let pits = pits.as_ref().map(|n| format!(", {} pits", self.num(n))).unwrap_or_default();
                let rest = if *partial { ", remainder in next pit" } else { "" };
                format!("fill {} in {} from {from}{pits}{rest}", self.num(n), self.base(set))
            }
            ActionKind::Territory(n, player) => format!("territory {} to {}", self.num(n), self.player(player)),
            ActionKind::Territories(all) => {
                let one = |(n, player): &(_, _)| format!("{} to {}", self.num(n), self.player(player));
                format!("territory {}", all.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            ActionKind::TerritoryByStore { n, more } => {
                format!("territory 1 pit per {} rounding {}", self.num(n), self.num(more))
            }
            ActionKind::Direct(d) => format!("direction {}", direction(self.game, *d)),
            ActionKind::Starts(player) => format!("{} starts", self.player(player)),
            ActionKind::As(player, body) => format!("for {} {}", self.player(player), self.braces(body)),
        }
    }

    /// Several places, joined by `and`.
    fn refs(self, set: &Set) -> String {
        match set {
            Set::Union(_) | Set::ButEnd(..) => self.set(set),
            set => self.base(set),
        }
    }

    /// ` for WHO`, left out for the mover.
    fn for_whom(self, player: &Player) -> String {
        if *player == Player::Mover { String::new() } else { format!(" for {}", self.player(player)) }
    }

    fn first_seed(self, inside: bool, at: &Place) -> String {
        format!("{} {}", if inside { "starting in" } else { "after" }, self.place(at))
    }

    fn choose(self, id: ChoiceId) -> String {
        // A choice within another one comes before it in the table.
        if usize::from(id) >= self.choices {
            return format!("choose {id}");
        }
        if self.game.is_shared(id) { format!("do {}", shared::name(id)) } else { self.choice(id) }
    }

    /// A choice written out.
    pub(super) fn choice(self, id: ChoiceId) -> String {
        let Some(choice) = self.game.choices.get(usize::from(id)) else {
            return format!("choose {id}");
        };
        let inner = Words { choices: usize::from(id), ..self };
        let by = match &choice.by {
            ChoiceBy::Player(Player::Mover) => String::new(),
            ChoiceBy::Player(player) => format!(" by {}", self.player(player)),
            ChoiceBy::Lot => " by lot".to_owned(),
        };
        let among = match &choice.among {
            Among::Labels(list) => {
                format!("{{ {} }}", list.iter().map(|l| inner.labelled(l)).collect::<Vec<_>>().join("; "))
            }
            Among::Pits(slot, set, body) => {
                format!("{} in {} => {}", place_slot(*slot), self.refs(set), inner.then(body))
            }
            Among::Numbers(slot, lo, hi, body) => {
                format!("{} in {}..{} => {}", num_slot(*slot), self.num(lo), self.num(hi), inner.then(body))
            }
            Among::Directions(body) => format!("direction => {}", inner.then(body)),
            Among::Layout { n, set, each: (lo, hi), .. } => {
                return format!(
                    "arrange {} in {}, {}..{} each",
                    self.argument(n),
                    self.refs(set),
                    self.num(lo),
                    self.num(hi)
                );
            }
        };
        format!("choose{by} {among}")
    }

    fn labelled(self, l: &Labelled) -> String {
        let written = l.written.as_ref().map(|w| format!(" written {}", quoted(w))).unwrap_or_default();
        let when = match &l.when {
            Cond::Const(true) => String::new(),
            cond => format!(" if {}", self.cond(cond)),
        };
        format!("{}{written}{when} => {}", quoted(&l.label), self.then(&l.actions))
    }

    /// What a round's end does, one piece each.
    pub(super) fn outcomes(self, list: &[Outcome]) -> Vec<String> {
        let one = |outcome: &Outcome| match outcome {
            Outcome::Rest(Rest::OwnersKeep) => "owners keep the rest".to_owned(),
            Outcome::Rest(Rest::Takes(player)) => format!("{} takes the rest", self.player(player)),
            Outcome::Rest(Rest::Split) => "split the rest".to_owned(),
            Outcome::Wins(player) => format!("{} wins", self.player(player)),
            Outcome::Draw => "draw".to_owned(),
        };
        list.iter().map(one).collect()
    }
}

fn turned(game: &Game, going: Option<Direction>) -> String {
    going.map(|d| format!(" going {}", direction(game, d))).unwrap_or_default()
}
