//! The parts of a file, in their order.

use super::conds::direction;
use super::page::{Entry, Page};
use super::shared::{self, Book};
use super::{Words, quoted};
use crate::ir::Bends;
use crate::ir::{
    Amount, Board, Class, Cond, Endless, Facing, Filter, Going, Hooks, LetBody, Life, List, MakerTest, Moves, Num,
    Opening, OptionValues, Over, OwnerRule, PathPiece, Phase, PieceDecl, Pieces, RaceLine, Rule, Set, Setup, Skip,
    Sowing, StartLine, StarterRule, Stores, VarScope,
};
use crate::source::Span;

/// The title and where the game comes from.
pub(super) fn header(page: &mut Page, game: &Book<'_>) {
    let h = &game.header;
    let mut statements = Vec::new();
    let lists = [
        ("also", &h.also),
        ("people", &h.people),
        ("region", &h.region),
        ("family", &h.family),
        ("source", &h.sources),
        ("note", &h.notes),
    ];
    for (word, texts) in lists {
        statements.extend(texts.iter().map(|t| format!("{word} {}", quoted(t))));
    }
    let title = format!("game {}", quoted(&h.title));
    if statements.is_empty() { page.say(&title) } else { page.block(&title, &statements) }
}

/// Options, rulesets, variables and kinds of marks.
pub(super) fn declarations(page: &mut Page, game: &Book<'_>) {
    let words = Words::elsewhere(game);
    for o in &game.options {
        let values = match &o.values {
            OptionValues::Words(list) => list.join(" | "),
            OptionValues::Numbers(list) => list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | "),
            OptionValues::Range { default, lo, hi } => format!("{default} in {lo}..{hi}"),
        };
        let head = format!("option {} = {values}", o.name);
        if o.notes.is_empty() { page.say(&head) } else { page.block(&head, &notes(&o.notes)) }
    }
    for r in &game.rulesets {
        let setting = |&(id, value): &(u16, i64)| format!("{} = {}", words.option(id), words.option_value(id, value));
        let mut statements: Vec<String> = r.settings.iter().map(setting).collect();
        statements.extend(notes(&r.notes));
        page.block(&format!("ruleset {}", quoted(&r.name)), &statements);
    }
    for v in &game.vars {
        let scope = match v.scope {
            VarScope::Game => "",
            VarScope::Player => " per player",
            VarScope::Pit => " per pit",
        };
        let life = match v.life {
            Life::Lap => "lap",
            Life::Move => "move",
            Life::Turn => "turn",
            Life::MakersTurn => "maker's next turn",
            Life::Emptied => "emptying",
            Life::Round => "round",
            Life::Match => "match",
        };
        let bounds = v.bounds.as_ref().map(|(lo, hi)| format!(" in {}..{}", words.num(lo), words.num(hi)));
        let init = words.num(&v.init);
        let text = format!("var {}{scope} each {life} = {init}{}", v.name, bounds.unwrap_or_default());
        page.say_at(&text, v.span);
    }
    if !game.pieces.is_empty() {
        let piece = |p: &PieceDecl| {
            let each = if p.each_player { " of each player" } else { "" };
            format!("piece {}{each} worth {}", p.name, words.num(&p.worth))
        };
        page.block("pieces", &game.pieces.iter().map(piece).collect::<Vec<_>>());
    }
    for m in &game.marks {
        let mut traits = Vec::new();
        if m.never_lifted {
            traits.push("never lifted".to_owned());
        }
        if m.never_captured {
            traits.push("never captured".to_owned());
        }
        traits.extend(m.per_player.as_ref().map(|n| format!("{} per player", words.num(n))));
        traits.push(format!("until {}", until(m.life)));
        page.block(&format!("mark {}", m.name), &traits);
    }
}

fn notes(list: &[String]) -> Vec<String> {
    list.iter().map(|n| format!("note {}", quoted(n))).collect()
}

fn until(life: Life) -> &'static str {
    match life {
        Life::Lap => "end of lap",
        Life::Move => "end of move",
        Life::Turn => "end of turn",
        Life::MakersTurn => "end of the maker's next turn",
        Life::Emptied => "emptied",
        Life::Round => "end of round",
        Life::Match => "end of match",
    }
}

/// How many play, and their names.
fn players(words: Words<'_>, game: &Book<'_>) -> String {
    let all = game.players.join(", ");
    match (&game.player_count, &game.players[..]) {
        (Some(n), _) => format!("players {} named {all}", words.num(n)),
        (None, [one]) if one == "south" => "players 1".to_owned(),
        (None, [_]) => format!("players 1 named {all}"),
        (None, _) => format!("players {all}"),
    }
}

/// The board.
pub(super) fn board(page: &mut Page, game: &Book<'_>) {
    let words = Words::elsewhere(game);
    let b: &Board = &game.board;
    let mut out = Vec::new();
    match &b.ring {
        Some(n) => out.push(format!("ring {}", words.num(n))),
        None if b.rows == Num::Const(0) => {}
        None => {
            out.push(format!("rows {}", words.num(&b.rows)));
            if b.pits != Num::Const(0) || b.row_names.is_empty() {
                out.push(format!("pits {} a row", words.num(&b.pits)));
            }
        }
    }
    out.push(players(words, game));
    for r in &b.row_names {
        let last = r.last.as_ref().map(|l| format!("..{l}")).unwrap_or_default();
        let pits = r.pits.as_ref().map(|n| format!("{} pits as ", words.num(n))).unwrap_or_default();
        out.push(format!("row {} = {pits}{}{last}", r.name, r.first));
    }
    out.extend(b.places.iter().map(|pit| format!("place {pit} = {pit}")));
    for g in &b.groups {
        out.push(format!("name {} = {}", g.name, words.set(&g.set)));
    }
    out.extend(b.seeds.iter().map(|s| seeds(words, s)));
    let hidden = |hidden: bool| if hidden { " hidden" } else { "" };
    let reserve = |n: &Num| format!("reserve {}{}", words.num(n), hidden(b.reserve_hidden));
    out.extend(b.reserve.as_ref().map(reserve));
    let stores = match b.stores {
        Stores::Apart => "apart",
        Stores::Left => "left",
        Stores::Right => "right",
        Stores::Ahead => "ahead",
        Stores::None => "none",
    };
    out.push(format!("stores {stores}{}", hidden(b.stores_hidden)));
    if let Some(path) = &b.path {
        let piece = |p: &PathPiece| format!("{}{}", words.base(&p.set), if p.backward { " backward" } else { "" });
        out.push(format!("path {}", path.iter().map(piece).collect::<Vec<_>>().join(", ")));
    }
    match &b.facing {
        // Pits face each other by column unless something else is said.
        Facing::Column => {}
        Facing::None => out.push("facing none".to_owned()),
        Facing::Table(pairs) => {
            let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("{a} {b}")).collect();
            out.push(format!("facing {}", pairs.join(", ")));
        }
    }
    out.push(
        match b.owner {
            OwnerRule::Rows => "owner by rows",
            OwnerRule::Halves => "owner by halves",
            OwnerRule::Nobody => "owner nobody",
        }
        .to_owned(),
    );
    out.extend(b.given.iter().map(|(s, who)| format!("give {} to {}", words.base(s), words.player(who))));
    out.extend(b.closed.iter().map(|s| format!("close {}", words.base(s))));
    out.extend(b.marks.iter().map(|(s, kind)| format!("mark {} as {}", words.base(s), words.mark(*kind))));
    page.block("board", &out);
}

fn seeds(words: Words<'_>, s: &Setup) -> String {
    let counts = match &s.seeds[..] {
        [each] if s.repeated => format!("{} each", words.num(each)),
        list => {
            let list: Vec<String> = list.iter().map(|n| words.argument(n)).collect();
            format!("{}{}", list.join(" "), if s.repeated { " repeated" } else { "" })
        }
    };
    let at = s.at.as_ref().map(|set| format!(" in {}", words.base(set))).unwrap_or_default();
    let whose = s.player.map(|p| format!(" for {}", words.player_name(p))).unwrap_or_default();
    let kind = s
        .piece
        .map_or_else(String::new, |kind| format!(" of {}", words.of_kind(Pieces { kind, whose: MakerTest::Any })));
    format!("seeds {counts}{kind}{at}{whose}")
}

impl Words<'_> {
    /// What a name stands for.
    pub(super) fn let_body(self, body: &LetBody) -> String {
        match body {
            LetBody::Cond(c) => self.cond(c),
            LetBody::Num(n) => self.num(n),
            LetBody::Place(p) => self.place(p),
            LetBody::Set(s) => self.set(s),
        }
    }

    /// A number beside others without a sign between them.
    pub(super) fn argument(self, n: &Num) -> String {
        match n {
            Num::Const(n) if *n >= 0 => n.to_string(),
            n => format!("({})", self.num(n)),
        }
    }
}

/// Named conditions, numbers, places and sets.
pub(super) fn lets(page: &mut Page, game: &Book<'_>) {
    let words = Words::here(game);
    for l in game.lets.iter().filter(|l| !l.local) {
        page.say_at(&format!("let {} = {}", l.name, words.let_body(&l.body)), l.span);
    }
}

/// Choices that several rules offer, each written out once.
pub(super) fn shared(page: &mut Page, game: &Book<'_>) {
    let words = Words::here(game);
    for id in game.shared() {
        page.say(&format!("to {} {{ {} }}", shared::name(id), words.choice(id)));
    }
}

/// A phase; the only one of a game without phases has no block of its own.
pub(super) fn phase(page: &mut Page, game: &Book<'_>, phase: &Phase) {
    let plain = phase.name.is_none() && !phase.each_player && phase.while_ == Cond::Const(true);
    if !plain {
        let whose = if phase.each_player { "each player" } else { "the game" };
        let while_ = match &phase.while_ {
            Cond::Const(true) => "otherwise".to_owned(),
            cond => format!("while {}", Words::elsewhere(game).cond(cond)),
        };
        page.open(&format!("phase {} for {whose} {while_}", phase.name.as_deref().unwrap_or("nameless")));
    }
    sowing(page, game, &phase.sowing);
    moves(page, game, &phase.moves);
    hooks(page, game, &phase.hooks, |lists| !shared_by_all(game, lists));
    if !plain {
        page.close();
    }
}

/// The rules that all of several phases have: those of the file.
pub(super) fn shared_hooks(page: &mut Page, game: &Book<'_>) {
    if let [first, _, ..] = &game.phases[..] {
        hooks(page, game, &first.hooks, |lists| shared_by_all(game, lists));
    }
}

/// One kind of rules: its name, and where it is kept.
type Kind = fn(&Hooks) -> &Vec<List>;

const KINDS: [(&str, Kind); 7] = [
    ("before move", |h| &h.before_move),
    ("each lap", |h| &h.each_lap),
    ("each seed", |h| &h.each_seed),
    ("landing", |h| &h.landing),
    ("whenever", |h| &h.whenever),
    ("after move", |h| &h.after_move),
    ("after turn", |h| &h.after_turn),
];

fn shared_by_all(game: &Book<'_>, kind: Kind) -> bool {
    let [first, rest @ ..] = &game.phases[..] else { return false };
    !rest.is_empty() && rest.iter().all(|p| kind(&p.hooks) == kind(&first.hooks))
}

fn hooks(page: &mut Page, game: &Book<'_>, hooks: &Hooks, wanted: impl Fn(Kind) -> bool) {
    for (name, kind) in KINDS {
        let words = if matches!(name, "before move" | "each lap") { Words::elsewhere(game) } else { Words::here(game) };
        for list in kind(hooks).iter().filter(|_| wanted(kind)) {
            hook(page, name, words, list);
        }
    }
}

fn sowing(page: &mut Page, game: &Book<'_>, s: &Sowing) {
    let words = Words::elsewhere(game);
    let mut out = vec![match s.chosen_once {
        _ if s.bends.is_some() => {
            let at = if s.bends == Some(Bends::AtTheEdge) { "the edge" } else { "any pit" };
            format!("orthogonally, turning at {at}")
        }
        None => direction(game, s.direction).to_owned(),
        Some((each, for_match)) => format!(
            "direction chosen once by {} for the {}",
            if each { "each player" } else { "the first player" },
            if for_match { "match" } else { "round" }
        ),
    }];
    let flags = [
        (s.reversed_each_lap, "direction reversed each lap"),
        (s.into_my_store, "into my store"),
        (s.into_all_stores, "into all stores"),
        (s.own_side, "own side"),
    ];
    out.extend(flags.iter().filter(|(is, _)| *is).map(|(_, text)| (*text).to_owned()));
    if let Some(first) = s.first_in_start {
        out.push(format!("first seed in start{}", if first.unless_single { " unless single" } else { "" }));
    }
    let skip = |s: &Skip| {
        let last = if s.unless_last { " unless last" } else { "" };
        format!("skip {}{last}{}", words.base(&s.set), when(words, &s.when))
    };
    out.extend(s.skips.iter().map(skip));
    out.extend(s.a_pit.iter().map(|(n, cond)| format!("{} a pit{}", words.num(n), where_(words, cond))));
    page.block("sowing", &out);
}

/// ` when COND`, left out where it always holds.
fn when(words: Words<'_>, cond: &Cond) -> String {
    if *cond == Cond::Const(true) { String::new() } else { format!(" when {}", words.cond(cond)) }
}

/// ` where COND`, likewise.
fn where_(words: Words<'_>, cond: &Cond) -> String {
    if *cond == Cond::Const(true) { String::new() } else { format!(" where {}", words.testing().cond(cond)) }
}

fn moves(page: &mut Page, game: &Book<'_>, m: &Moves) {
    page.open("moves");
    if m.race != Cond::Const(false) {
        page.say(&format!("race{}", when(Words::elsewhere(game), &m.race)));
    }
    for (tier, classes) in m.tiers.iter().enumerate() {
        for (i, class) in classes.iter().enumerate() {
            let otherwise = if tier > 0 && i == 0 { "otherwise " } else { "" };
            self::class(page, game, class, otherwise);
        }
    }
    for filter in &m.filters {
        must(page, game, filter);
    }
    if m.stuck_passes {
        page.say("stuck => pass");
    }
    page.close();
}

fn class(page: &mut Page, game: &Book<'_>, c: &Class, otherwise: &str) {
    let words = Words::elsewhere(game);
    let plain = c.name.is_none() && c.written.is_none() && c.program.is_none();
    if let ([lines], true) = (&c.lines[..], plain)
        && let [line] = &lines[..]
    {
        return page.say_at(&format!("{otherwise}{}", start_line(words, line)), line.span);
    }
    let name = c.name.as_ref().map(|n| format!(" {n}")).unwrap_or_default();
    let written = c.written.as_ref().map(|w| format!(" written {}", quoted(w))).unwrap_or_default();
    page.open(&format!("{otherwise}class{name}{written}"));
    for (i, lines) in c.lines.iter().enumerate() {
        for (j, line) in lines.iter().enumerate() {
            let otherwise = if i > 0 && j == 0 { "otherwise " } else { "" };
            page.say_at(&format!("{otherwise}{}", start_line(words, line)), line.span);
        }
    }
    if let Some(program) = &c.program {
        page.block("do", &Words::here(game).actions(program));
    }
    page.close();
}

fn start_line(words: Words<'_>, line: &StartLine) -> String {
    let from = match &line.from {
        Set::Union(_) => words.base(&line.from),
        from => words.set(from),
    };
    let mut text = format!("from {from}{}", when(words, &line.when));
    for Going { direction: d, where_: cond } in &line.going {
        text += &format!(" going {}{}", direction(words.game, *d), where_(words, cond));
    }
    match &line.amount {
        None => {}
        Some(Amount::Exactly(n)) => text += &format!(" sowing {}", words.num(n)),
        Some(Amount::AllBut(n)) => text += &format!(" sowing all but {}", words.num(n)),
        Some(Amount::Range(lo, hi)) => text += &format!(" sowing {}..{}", words.num(lo), words.num(hi)),
    }
    if let Some(place) = &line.starting_at {
        text += &format!(" starting at {}", words.place(place));
    }
    text
}

fn must(page: &mut Page, game: &Book<'_>, f: &Filter) {
    let guard = match &f.when {
        Cond::Const(true) => String::new(),
        cond => format!("when {}: ", Words::elsewhere(game).cond(cond)),
    };
    let possible = if f.if_possible { " if possible" } else { "" };
    page.say_at(&format!("{guard}must {}{possible}", Words::here(game).cond(&f.must)), f.span);
}

fn hook(page: &mut Page, name: &str, words: Words<'_>, list: &List) {
    let entry =
        |r: &Rule| Entry { cond: words.pieces(&r.cond), actions: or_nothing(words.actions(&r.actions)), place: r.span };
    page.open(name);
    page.rules(&list.iter().map(entry).collect::<Vec<_>>());
    page.close();
}

fn or_nothing(actions: Vec<String>) -> Vec<String> {
    if actions.is_empty() { vec!["{}".to_owned()] } else { actions }
}

/// An opening, if any.
pub(super) fn opening(page: &mut Page, game: &Book<'_>) {
    let words = Words::elsewhere(game);
    match &game.opening {
        None => {}
        Some(Opening::Race(lines)) => {
            let line = |line: &RaceLine| {
                let first = line.first.as_ref().map(|p| format!(", {} first", words.player(p))).unwrap_or_default();
                let when = match &line.when {
                    Cond::Const(true) => String::new(),
                    when => format!(" when {}", words.cond(when)),
                };
                format!("race{first}{when}")
            };
            page.block("opening", &lines.iter().map(line).collect::<Vec<_>>());
        }
        Some(Opening::Script(actions)) => page.block("opening", &words.actions(actions)),
    }
}

/// How a round ends.
pub(super) fn round(page: &mut Page, game: &Book<'_>) {
    let words = Words::elsewhere(game);
    let r = &game.round;
    page.open("round");
    if let Some(player) = &r.starter {
        page.say(&format!("{} starts", words.player(player)));
    }
    if r.swap {
        page.say("swap after the first turn");
    }
    if !r.next_player.is_empty() {
        let list = r.next_player.iter().map(|rule| Entry { cond: words.pieces(&rule.cond), ..said("", "pass") });
        page.open("next player");
        page.rules(&list.collect::<Vec<_>>());
        page.close();
    }
    let mut entries = overs(words, &r.over);
    if r.repetition_draws {
        entries.push(said("over when the position repeats", "draw"));
    }
    entries.push(match r.endless {
        None | Some(Endless::Illegal) => said("endless", "illegal"),
        Some(Endless::End) => said("endless", "end"),
        Some(Endless::Draw) => said("endless", "draw"),
    });
    page.rules(&entries);
    page.close();
}

fn overs(words: Words<'_>, list: &[Over]) -> Vec<Entry> {
    let entry = |o: &Over| {
        let mut cond = if o.binds { words.naming() } else { words }.pieces(&o.cond);
        if let Some(first) = cond.first_mut() {
            first.insert_str(0, "over when ");
        }
        let mut actions = words.actions(&o.actions);
        actions.extend(words.outcomes(&o.outcomes));
        Entry { cond, actions: or_nothing(actions), place: o.span }
    };
    list.iter().map(entry).collect()
}

/// A rule that holds without being written.
fn said(cond: &str, action: &str) -> Entry {
    Entry { cond: vec![cond.to_owned()], actions: vec![action.to_owned()], place: Span::default() }
}

/// Further rounds, if any.
pub(super) fn rounds(page: &mut Page, game: &Book<'_>) {
    let Some(r) = &game.rounds else { return };
    let words = Words::elsewhere(game);
    page.open("rounds");
    page.rules(&overs(words, &r.over));
    page.block("next round", &words.actions(&r.next));
    page.say(&match &r.starter {
        StarterRule::Alternates => "starter alternates".to_owned(),
        StarterRule::Same => "starter same".to_owned(),
        StarterRule::Role(player) => format!("starter {}", words.player(player)),
    });
    page.close();
}

/// How many examples there are.
pub(super) fn examples(page: &mut Page, game: &Book<'_>) {
    match game.examples.len() {
        0 => {}
        1 => page.say("# 1 example"),
        n => page.say(&format!("# {n} examples")),
    }
}
