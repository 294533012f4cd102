//! Two trees to one: a file over the file that it extends.
//!
//! docs/language/extends.md says to authors what is replaced by what.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Sink, codes};
use crate::source::{Sources, Span};
use crate::syntax::ast::{self, BoardStmt, File, Item, RoundStmt, RuleItem, SowingStmt};

/// How a file names the one that it extends.
pub(super) struct Joint<'a> {
    /// The name, as in `extends "NAME"`.
    pub(super) name: &'a str,
    /// That statement.
    pub(super) extends: Span,
    /// The texts.
    pub(super) sources: &'a Sources,
}

/// What is replaced together: a kind of statement and, where there are several, the name.
type Key<'a> = (&'static str, &'a str);

/// Of an item; none: it isn't taken over.
fn item_key(item: &Item) -> Option<Key<'_>> {
    Some(match item {
        Item::Game(_) | Item::Extends(..) | Item::Ruleset(_) | Item::Example(_) => return None,
        Item::Option(d) => ("option", &d.name.text),
        Item::Var(d) => ("var", &d.name.text),
        Item::Mark(d) => ("mark", &d.name.text),
        Item::Let(d) => ("let", &d.name.text),
        Item::To(d) => ("to", &d.name.text),
        Item::Phase(p) => ("phase", &p.name.text),
        Item::Pieces(..) => ("pieces", ""),
        Item::Board(..) => ("board", ""),
        Item::Sowing(..) => ("sowing", ""),
        Item::Moves(..) => ("moves", ""),
        Item::Hook(h) => (h.kind.words(), ""),
        Item::Round(..) => ("round", ""),
        Item::Rounds(..) => ("rounds", ""),
        Item::Opening(..) => ("opening", ""),
    })
}

fn board_key(s: &BoardStmt) -> Key<'_> {
    match s {
        BoardStmt::Anew(_) => ("anew", ""),
        BoardStmt::Rows(..) => ("rows", ""),
        BoardStmt::Pits(..) => ("pits", ""),
        BoardStmt::Players(..) => ("players", ""),
        BoardStmt::Seeds { .. } => ("seeds", ""),
        BoardStmt::Reserve(..) => ("reserve", ""),
        BoardStmt::Stores(..) => ("stores", ""),
        BoardStmt::Row { name, .. } => ("row", &name.text),
        BoardStmt::Name(name, ..) => ("name", &name.text),
        BoardStmt::Place(name, ..) => ("place", &name.text),
        BoardStmt::Path(..) => ("path", ""),
        BoardStmt::Ring(..) => ("ring", ""),
        BoardStmt::Facing(..) => ("facing", ""),
        BoardStmt::Owner(..) => ("owner", ""),
        BoardStmt::Mark(..) => ("mark", ""),
        BoardStmt::Close(..) => ("close", ""),
        BoardStmt::Give(..) => ("give", ""),
    }
}

fn sowing_key(s: &SowingStmt) -> Key<'_> {
    let kind = match s {
        SowingStmt::Anew(_) => "anew",
        SowingStmt::Direction(..) | SowingStmt::ChosenOnce { .. } | SowingStmt::Orthogonally(..) => "direction",
        SowingStmt::ReversedEachLap(_) => "direction reversed",
        SowingStmt::IntoMyStore(_) | SowingStmt::IntoAllStores(_) => "into",
        SowingStmt::Skip { .. } => "skip",
        SowingStmt::FirstInStart { .. } => "first seed",
        SowingStmt::OwnSide(_) => "own side",
        SowingStmt::APit(..) => "a pit",
    };
    (kind, "")
}

fn round_key(s: &RoundStmt) -> Key<'_> {
    let kind = match s {
        RoundStmt::AsIn(..) => "otherwise",
        RoundStmt::Over { .. } => "over",
        RoundStmt::Endless(..) => "endless",
        RoundStmt::Swap(_) => "swap",
        RoundStmt::Starts(..) => "starts",
        RoundStmt::NextPlayer(..) => "next player",
    };
    (kind, "")
}

/// A file that extends none: words that speak of another have no meaning in it.
pub(super) fn alone(file: &File, sink: &mut Sink) {
    for (span, what) in file.items.iter().flat_map(strays) {
        sink.push(
            Diagnostic::new(&codes::WRONG_PLACE, span, format!("{what} speaks of a file that this one extends"))
                .help("say which: `extends \"NAME\"` under the title, or take it out"),
        );
    }
}

/// Words of an item that speak of the other file.
fn strays(item: &Item) -> Vec<(Span, &'static str)> {
    let anew = |span: &Span| (*span, "`anew`");
    let as_in = |span: &Span| (*span, "`otherwise as in`");
    match item {
        Item::Board(list, _) => {
            list.iter().filter_map(|s| if let BoardStmt::Anew(span) = s { Some(anew(span)) } else { None }).collect()
        }
        Item::Sowing(list, _) => {
            list.iter().filter_map(|s| if let SowingStmt::Anew(span) = s { Some(anew(span)) } else { None }).collect()
        }
        Item::Round(list, _) => list
            .iter()
            .filter_map(|s| if let RoundStmt::AsIn(_, span) = s { Some(as_in(span)) } else { None })
            .collect(),
        Item::Hook(hook) => {
            let rules = hook.rules.iter();
            rules.filter_map(|s| if let RuleItem::AsIn(_, span) = s { Some(as_in(span)) } else { None }).collect()
        }
        Item::Phase(phase) => phase.items.iter().flat_map(strays).collect(),
        _ => Vec::new(),
    }
}

/// The child over the parent.
pub(super) fn merge(parent: File, child: File, joint: &Joint<'_>, sink: &mut Sink) -> File {
    let mut merge = Merge { joint, sink };
    let mut items = Vec::new();
    let mut own: Vec<Option<Item>> = child.items.into_iter().map(Some).collect();
    for slot in &mut own {
        if let Some(Item::Game(mut header)) = slot.take_if(|i| matches!(i, Item::Game(_))) {
            family(&parent, &mut header);
            items.push(Item::Game(header));
        }
    }
    let mut done: HashSet<(&'static str, String)> = HashSet::new();
    for item in &parent.items {
        let Some(key) = item_key(item) else { continue };
        let same = |slot: &Option<Item>| slot.as_ref().and_then(item_key) == Some(key);
        let said: Vec<Item> = own.iter_mut().filter(|s| same(s)).filter_map(Option::take).collect();
        if said.is_empty() {
            if !done.contains(&(key.0, key.1.to_owned())) {
                items.push(item.clone());
            }
        } else {
            items.extend(said.into_iter().map(|own| merge.item(&parent, item, own)));
            done.insert((key.0, key.1.to_owned()));
        }
    }
    // What the parent doesn't have comes after.
    for item in own.into_iter().flatten() {
        match item {
            Item::Extends(..) => {}
            Item::Hook(hook) => items.push(Item::Hook(merge.hook(&parent, hook))),
            Item::Round(list, span) => items.push(Item::Round(merge.round(&[], list), span)),
            item => items.push(item),
        }
    }
    for phase in items.iter().filter(|i| matches!(i, Item::Phase(_))) {
        for (span, what) in strays(phase).into_iter().filter(|(s, _)| s.file == joint.extends.file) {
            merge.error(span, &format!("{what} can't stand in a phase"), "write the phase out");
        }
    }
    order_lets(&mut items, joint.sources);
    File { items }
}

/// The family is the parent's where the child doesn't say it; nothing else of the header is.
fn family(parent: &File, header: &mut ast::GameHeader) {
    if header.meta.iter().any(|(key, _)| key.text == "family") {
        return;
    }
    for item in &parent.items {
        if let Item::Game(g) = item {
            header.meta.extend(g.meta.iter().filter(|(key, _)| key.text == "family").cloned());
        }
    }
}

struct Merge<'a, 'b> {
    joint: &'a Joint<'a>,
    sink: &'b mut Sink,
}

impl Merge<'_, '_> {
    fn error(&mut self, span: Span, message: &str, help: &str) {
        self.sink.push(Diagnostic::new(&codes::WRONG_PLACE, span, message).help(help));
    }

    fn item(&mut self, parent: &File, old: &Item, own: Item) -> Item {
        match (old, own) {
            (Item::Board(old, _), Item::Board(own, span)) => Item::Board(settings(old, own, board_key), span),
            (Item::Sowing(old, _), Item::Sowing(own, span)) => Item::Sowing(settings(old, own, sowing_key), span),
            (Item::Round(old, _), Item::Round(own, span)) => Item::Round(self.round(old, own), span),
            (_, Item::Hook(own)) => Item::Hook(self.hook(parent, own)),
            (_, own) => own,
        }
    }

    /// The rules of a hook, `otherwise as in …` being the parent's.
    fn hook(&mut self, parent: &File, mut own: ast::Hook) -> ast::Hook {
        let Some(at) = own.rules.iter().position(|r| matches!(r, RuleItem::AsIn(..))) else { return own };
        let after = own.rules.split_off(at + 1);
        let Some(RuleItem::AsIn(name, span)) = own.rules.pop() else { return own };
        self.as_in(&name, span, after.len());
        let of_kind =
            |i: &Item| if let Item::Hook(h) = i { (h.kind == own.kind).then(|| h.rules.clone()) } else { None };
        let lists: Vec<Vec<RuleItem>> = parent.items.iter().filter_map(of_kind).collect();
        let words = own.kind.words();
        match lists.len() {
            1 => own.rules.extend(lists.into_iter().flatten()),
            0 => self.error(span, &format!("`{}` has no rules `{words}`", name.text), "take this line out"),
            n => self.error(
                span,
                &format!("`{}` has {n} lists of rules `{words}`", name.text),
                "write out those that are to be kept",
            ),
        }
        own
    }

    /// The statements of `round`, `otherwise as in …` being the parent's.
    fn round(&mut self, old: &[RoundStmt], mut own: Vec<RoundStmt>) -> Vec<RoundStmt> {
        let Some(at) = own.iter().position(|r| matches!(r, RoundStmt::AsIn(..))) else { return own };
        let after = own.split_off(at + 1);
        let Some(RoundStmt::AsIn(name, span)) = own.pop() else { return own };
        self.as_in(&name, span, after.len());
        if old.is_empty() {
            self.error(span, &format!("`{}` has no `round`", name.text), "take this line out");
        }
        let said: Vec<Key<'_>> = own.iter().map(round_key).filter(|k| k.0 != "over").collect();
        let kept: Vec<RoundStmt> = old.iter().filter(|s| !said.contains(&round_key(s))).cloned().collect();
        own.extend(kept);
        own
    }

    /// `otherwise as in` names the file that is extended, and stands last.
    fn as_in(&mut self, name: &ast::Text, span: Span, after: usize) {
        if name.text.to_lowercase() != self.joint.name.to_lowercase() {
            let help = format!("write `otherwise as in \"{}\"`", self.joint.name);
            let message = format!("this file extends \"{}\", not \"{}\"", self.joint.name, name.text);
            self.sink.push(
                Diagnostic::new(&codes::WRONG_PLACE, name.span, message)
                    .also(self.joint.extends, "said here")
                    .help(help),
            );
        }
        if after > 0 {
            self.error(span, "`otherwise as in` isn't the last line of its block", "put the lines after it above it");
        }
    }
}

/// Settings of a section: those of a kind that the child says take the place of the parent's.
fn settings<S: Clone>(old: &[S], own: Vec<S>, key: fn(&S) -> Key<'_>) -> Vec<S> {
    if own.iter().any(|s| key(s).0 == "anew") {
        return own;
    }
    let mut out: Vec<S> = Vec::new();
    let mut placed: Vec<Key<'_>> = Vec::new();
    for s in old {
        let kind = key(s);
        if placed.contains(&kind) {
            continue;
        }
        let said = own.iter().filter(|o| key(o) == kind);
        if said.clone().next().is_none() {
            out.push(s.clone());
        } else {
            out.extend(said.cloned());
            placed.push(kind);
        }
    }
    out.extend(own.iter().filter(|o| !placed.contains(&key(o))).cloned());
    out
}

/// A `let` uses earlier ones only. With two files in one, those that others use are put first;
/// otherwise the order stays. Where they go round in a circle, the checker will say so.
fn order_lets(items: &mut [Item], sources: &Sources) {
    let slots: Vec<usize> = (0..items.len()).filter(|&i| matches!(items[i], Item::Let(_))).collect();
    let lets: Vec<Item> = slots.iter().map(|&i| items[i].clone()).collect();
    let by_name: HashMap<&str, usize> = lets.iter().enumerate().map(|(i, l)| (let_name(l), i)).collect();
    let uses: Vec<Vec<usize>> = lets
        .iter()
        .map(|l| {
            let mut all: Vec<usize> = words(l, sources).iter().filter_map(|w| by_name.get(&**w).copied()).collect();
            all.sort_unstable();
            all
        })
        .collect();
    let (mut order, mut met) = (Vec::new(), vec![false; lets.len()]);
    for first in 0..lets.len() {
        // A walk without recursion: a file may have thousands.
        let mut under_way = vec![(first, 0)];
        while let Some((i, n)) = under_way.pop() {
            if n == 0 && std::mem::replace(&mut met[i], true) {
                continue;
            }
            match uses[i].get(n) {
                Some(&used) => under_way.extend([(i, n + 1), (used, 0)]),
                None => order.push(i),
            }
        }
    }
    for (slot, i) in slots.into_iter().zip(order) {
        items[slot] = lets[i].clone();
    }
}

fn let_name(item: &Item) -> &str {
    if let Item::Let(d) = item { &d.name.text } else { "" }
}

/// The words of a `let`, among them the names that it uses.
fn words(item: &Item, sources: &Sources) -> HashSet<String> {
    let Item::Let(d) = item else { return HashSet::new() };
    let text = sources.of(d.span).map_or("", |s| s.slice(d.span));
    let normal: String = unicode_normalization::UnicodeNormalization::nfc(text).collect();
    normal.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).map(str::to_owned).collect()
}
