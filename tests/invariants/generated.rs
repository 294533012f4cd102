//! Random rules files that check without errors.

use proptest::prelude::*;
use proptest::sample::select;

fn place() -> impl Strategy<Value = String> {
    let simple = select(vec![
        "here",
        "start",
        "next",
        "2 ahead",
        "previous",
        "2 behind",
        "opposite",
        "lap start",
        "first fed",
        "my pit 1",
        "their pit 2",
        "first of my occupied pits",
        "last of their pits",
        "first occupied after here",
        "opposite of next",
        "neighbour",
        "3 ahead of start",
        "before last",
        "the_prey",
    ]);
    simple.prop_map(|p| if p == "the_prey" { "last of prey".to_owned() } else { p.to_owned() })
}

fn set() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec![
            "my pits",
            "their pits",
            "all pits",
            "my occupied pits",
            "their single pits",
            "prey",
            "my left half",
            "their right half",
            "all pits where holds 2..4",
            "my pits but start",
            "leapfrog from here",
            "pits marked tuz",
            "first 2 of my occupied pits",
            "their pits where opposite is occupied",
        ])
        .prop_map(str::to_owned),
        (select(vec!["back", "ahead", "both ways"]), place(), test())
            .prop_map(|(way, p, t)| format!("{way} from {p} while {t}")),
    ]
}

/// A test without a subject.
fn test() -> impl Strategy<Value = String> {
    select(vec![
        "occupied",
        "empty",
        "single",
        "theirs",
        "mine",
        "holds 2..3",
        "holds 1, 3 or 5",
        "holds at least 2",
        "holds even",
        "holds odd",
        "reached",
        "a tuz of mine",
        "holds at most 4",
        "closed",
    ])
    .prop_map(|t| if t.starts_with("holds") { t.to_owned() } else { format!("is {t}") })
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (0u32..7).prop_map(|n| n.to_string()),
        select(vec!["taken", "lap", "turn", "my turn", "number of here", "few", "my kills", "score of mover", "size"])
            .prop_map(str::to_owned),
        set().prop_map(|s| format!("total of ({s})")),
        set().prop_map(|s| format!("count of ({s})")),
    ]
}

fn cond() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (place(), test()).prop_map(|(p, t)| format!("{p} {t}")),
        (select(vec!["any", "all", "none", "2", "at least 2"]), set(), test())
            .prop_map(|(q, s, t)| format!("{q} of ({s}) {t}")),
        (number(), select(vec!["=", "<", ">=", "!="]), number()).prop_map(|(a, op, b)| format!("{a} + 0 {op} {b}")),
        select(vec![
            "here was empty",
            "here was occupied",
            "here was 2..3",
            "here is a store",
            "option rule is two",
            "slam",
            "here is start",
            "their side is empty",
            "option rule is not one",
            "direction is clockwise",
        ])
        .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(|l| format!("({})", l.join(" and "))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|l| format!("({})", l.join(" or "))),
            inner.prop_map(|c| format!("not ({c})")),
        ]
    })
}

/// An action that goes on.
fn doing() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => set().prop_map(|s| format!("capture ({s})")),
        1 => (1u32..3, place()).prop_map(|(n, p)| format!("capture {n} from {p}")),
        1 => set().prop_map(|s| format!("capture ({s}) at most 2 each for owner of here")),
        1 => (1u32..3, place(), place()).prop_map(|(n, a, b)| format!("move {n} from {a} to {b}")),
        1 => select(vec![
            "capture across", "capture across with the last seed", "make here a tuz", "unmake here", "set few to few + 1",
            "add 1 to my kills", "reverse", "capture here for opponent", "make opposite a tuz for opponent",
        ]).prop_map(str::to_owned),
        1 => (cond(), set()).prop_map(|(c, s)| format!("if {c} {{ capture ({s}) }} else {{ set few to 0 }}")),
        1 => (set(), cond()).prop_map(|(s, c)| format!("for each P in ({s}) {{ if {c} {{ capture 1 from P }} }}")),
    ]
}

fn ending() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("end".to_owned()),
        3 => Just("relay".to_owned()),
        1 => place().prop_map(|p| format!("relay from {p}")),
        1 => Just("move again".to_owned()),
        1 => Just("illegal".to_owned()),
        1 => Just("last resort".to_owned()),
        1 => set().prop_map(|s| format!("choose P in ({s}) => capture P then end")),
        1 => Just("choose { \"stop\" => end; \"go\" => relay from next }".to_owned()),
        1 => Just("choose N in 1..2 => capture N from opposite then end".to_owned()),
    ]
}

fn landing_rule() -> impl Strategy<Value = String> {
    (cond(), prop::collection::vec(doing(), 0..2), prop::option::of(ending())).prop_map(|(c, mut doing, end)| {
        doing.extend(end);
        if doing.is_empty() {
            doing.push("end".to_owned());
        }
        format!("{c} => {}", doing.join(" then "))
    })
}

fn rule() -> impl Strategy<Value = String> {
    (cond(), doing()).prop_map(|(c, d)| format!("{c} => {d}"))
}

fn board() -> impl Strategy<Value = String> {
    (select(vec!["seeds 2 each", "seeds 3 each", "seeds 4 each", "seeds 0 3 repeated", "seeds 1 each"]), any::<bool>())
        .prop_map(|(seeds, left)| {
            format!("board {{ rows 2; pits size a row; {seeds}; stores {} }}", if left { "left" } else { "right" })
        })
}

fn sowing() -> impl Strategy<Value = String> {
    let direction = select(vec!["counterclockwise", "clockwise", "either", "outward", "by parity"]);
    let more = prop::collection::vec(
        select(vec![
            "into my store",
            "into all stores",
            "skip start",
            "skip all pits where holds 3 unless last",
            "skip their pits where is a tuz of theirs",
        ]),
        0..2,
    );
    let first = prop::option::weighted(0.2, select(vec!["first seed in start", "first seed in start unless single"]));
    (direction, more, first).prop_map(|(d, mut more, first)| {
        more.dedup();
        more.extend(first);
        let mut all = vec![d];
        all.extend(more);
        format!("sowing {{ {} }}", all.join("; "))
    })
}

fn moves() -> impl Strategy<Value = String> {
    let filter = prop_oneof![
        Just("must feed".to_owned()),
        Just("must capture".to_owned()),
        Just("must reach their pits if possible".to_owned()),
        cond_after().prop_map(|c| format!("must {c} if possible")),
        Just("stuck => pass".to_owned()),
    ];
    let starts = select(vec![
        "from my pits",
        "from my pits where holds at least 2\notherwise from my pits",
        "from my pits going either",
        "from my left half going clockwise\nfrom my right half going counterclockwise\nfrom my middle going either",
        "from my pits sowing 1..2",
        "from my pits sowing all but 1\notherwise from my pits",
        "from my pits where not is a tuz",
    ]);
    (starts, prop::collection::vec(filter, 0..2)).prop_map(|(s, f)| {
        let mut f = f;
        f.dedup();
        format!("moves {{\n{s}\n{}\n}}", f.join("\n"))
    })
}

fn cond_after() -> impl Strategy<Value = String> {
    select(vec![
        "their side is occupied",
        "taken > 0",
        "any of their pits is reached",
        "my side is occupied",
        "opponent can move",
    ])
    .prop_map(str::to_owned)
}

fn round() -> impl Strategy<Value = String> {
    let end = select(vec![
        "over when mover cannot move => owners keep the rest",
        "over when mover cannot move => opponent takes the rest",
        "over when a side is empty => owners keep the rest",
        "over when a side is empty => that player wins",
        "over when mover cannot move => nobody takes the rest",
        "over when score of a player > 5 => that player wins\nover when mover cannot move => split the rest",
        "over when mover cannot move => last mover takes the rest",
    ]);
    let repetition = select(vec![
        "over when the position repeats => draw",
        "over when the position repeats 3 times => owners keep the rest",
        "over when the position repeats => split the rest",
    ]);
    let endless = select(vec!["illegal", "end", "draw"]);
    let swap = select(vec!["", "", "", "\nswap after the first turn"]);
    (end, repetition, endless, swap).prop_map(|(e, r, n, s)| format!("round {{\n{e}\n{r}\nendless => {n}{s}\n}}"))
}

/// A whole file.
pub fn rules() -> impl Strategy<Value = String> {
    let hook = (
        select(vec!["each seed", "before move", "each lap", "whenever", "after move", "after turn"]),
        prop::collection::vec(rule(), 1..3),
    )
        .prop_map(|(k, r)| format!("{k} {{\n{}\n}}", r.join("\n")));
    let landing = prop::collection::vec(landing_rule(), 1..4)
        .prop_map(|r| format!("landing {{\n{}\notherwise => end\n}}", r.join("\n")));
    let prey = (select(vec!["back", "ahead"]), test()).prop_map(|(w, t)| format!("let prey = {w} from here while {t}"));
    let hooks = prop::collection::vec(hook, 0..3);
    (3u32..7, board(), sowing(), moves(), prey, hooks, landing, round()).prop_map(
        |(size, board, sowing, moves, prey, hooks, landing, round)| {
            format!(
                "game \"Generated\" {{ source \"a generator\" }}\n\
                 option size = {size} in 1..6\n\
                 option rule = one | two | three\n\
                 var few each round = 0 in 0..3\n\
                 var kills per player each round = 0 in 0..5\n\
                 mark tuz {{ never started; 1 per player }}\n\
                 {board}\n{sowing}\n{moves}\n{prey}\n\
                 let slam = prey is occupied and total of prey = total of their side\n\
                 {}\n{landing}\n{round}\n",
                hooks.join("\n")
            )
        },
    )
}

/// What comes after a round.
pub fn rounds() -> impl Strategy<Value = String> {
    let end = select(vec!["left", "right", "the tail", "the head", "chosen"]);
    let more = select(vec!["", "unfilled closed", "remainder in next pit", "unfilled closed; remainder in next pit"]);
    let refill = (1u32..5, end, more).prop_map(|(n, end, more)| format!("refill {n} a pit from {end}; {more}"));
    let own = (1u32..5, 0u32..3).prop_map(|(n, k)| format!("own 1 pit per {n} rounding {k}"));
    let fixed = select(vec![
        "refill as at first",
        "poorer lays out, other mirrors",
        "the richer lays out",
        "next round {
          open all pits
          let few = min(store of the poorer, 6)
          for the poorer {
            if my store < 9 {
              choose {
                \"two\"               => fill 2 from the tail
                \"one\" K in 1..few => { fill 1 from left, K pits; set my kills to K }
              }
            } else { fill 3 from the head }
          }
          for the richer { choose P in my pits => { close P; make P a tuz } }
          choose by lot { \"south\" => south starts; \"north\" => { north starts; territory few to north } }
          for each player { fill 2 in my pits from right, 3 pits }
        }",
        "next round {
          for the poorer { arrange my store in my pits, 0..3 each }
          for each player { for each P in my empty pits { put 1 from my store in P } }
          the winner starts
        }",
    ])
    .prop_map(str::to_owned);
    let starter = select(vec!["alternates", "same", "the poorer", "the winner", "the loser", "the last mover"]);
    let over = select(vec![
        "over when store of a player < 2",
        "over when round = 4 => the richer wins",
        "over when rounds won by a player = 3 => that player wins",
        "over when store of the poorer < 3 or round > 7 => draw",
    ]);
    (prop_oneof![3 => refill, 1 => own, 3 => fixed], starter, over)
        .prop_map(|(layout, starter, over)| format!("rounds {{\n{layout}\nstarter {starter}\n{over}\n}}\n"))
}
