use super::*;

/// Six pits a side, then the stores.
fn names() -> Names {
    let pits = "ABCDEFabcdef".chars().map(String::from);
    Names {
        players: vec!["South".to_owned(), "North".to_owned()],
        places: pits.chain(["south's store".to_owned(), "north's store".to_owned()]).collect(),
        stores: vec![12, 13],
        marks: vec!["tuz".to_owned()],
    }
}

fn told(mover: u8, events: &[Event]) -> Vec<Told> {
    let mut teller = Teller::with(names(), Some(mover));
    events.iter().for_each(|e| teller.event(e.clone()));
    teller.flush();
    teller.close_rule();
    teller.all()
}

fn drops(places: &[PlaceId]) -> Vec<Event> {
    places.iter().map(|&to| Event::Drop { to }).collect()
}

#[test]
fn a_kalah_move() {
    let mut events = vec![Event::Lift { from: 2, n: 4 }];
    events.extend(drops(&[3, 4, 5, 12]));
    events.extend([Event::Rule(0), Event::Again]);
    insta::assert_snapshot!(
        paragraph(&told(0, &events)),
        @"South lifts 4 from C and sows D E F and the store. Last seed in the store: another move."
    );
}

#[test]
fn laps_and_captures() {
    let mut events = vec![Event::Lift { from: 6, n: 2 }];
    events.extend(drops(&[7, 8]));
    events.extend([Event::Rule(4), Event::Lift { from: 9, n: 4 }]);
    events.extend(drops(&[10, 11, 13, 0]));
    events.extend([
        Event::Rule(5),
        Event::Capture { from: 2, n: 3, to: Some(13) },
        Event::Capture { from: 1, n: 2, to: Some(13) },
        Event::Rule(6),
    ]);
    let told = told(1, &events);
    insta::assert_snapshot!(
        paragraph(&told),
        @"North lifts 2 from a and sows b c. Lifts 4 from d and sows e f, the store and A. Captures 3 from C and 2 from B, 5 in all."
    );
    let rules: Vec<_> = told.iter().map(|t| (t.rule, t.aside)).collect();
    assert_eq!(rules, [(None, false), (Some(4), false), (Some(5), false), (Some(6), true)]);
}

#[test]
fn other_things() {
    let events = [
        Event::Lift { from: 0, n: 1 },
        Event::Drop { to: 1 },
        Event::Rule(1),
        Event::Make { at: 1, kind: 0, maker: 0 },
        Event::Turned { to: Turning::Clockwise },
        Event::Move { from: None, n: 2, to: Some(3) },
        Event::Capture { from: 8, n: 1, to: None },
        Event::NothingToLift { at: Some(4) },
        Event::Rest { from: 6, n: 1, to: 13 },
        Event::Rest { from: 7, n: 2, to: 13 },
        Event::Over,
    ];
    insta::assert_snapshot!(
        paragraph(&told(0, &events)),
        @"South lifts 1 from A and sows B. B becomes a tuz of South. The sowing turns clockwise. Moves 2 from the hand to D. Takes 1 from c into the hand. Nothing can be lifted from E: the move ends. The rest, 3 seeds, goes to North."
    );
}

#[test]
fn long_plies_are_cut() {
    let lap = [Event::Rule(3), Event::Lift { from: 0, n: 1 }, Event::Drop { to: 1 }];
    let told = told(0, &std::iter::repeat_n(&lap[..], 10_000).flatten().cloned().collect::<Vec<_>>());
    assert_eq!(told.len(), HEAD + 1 + TAIL);
    assert_eq!(told[HEAD].text, format!("(… {} more steps …)", 10_000 - HEAD - TAIL));
}

#[test]
fn long_laps_are_cut() {
    let mut events = vec![Event::Lift { from: 0, n: 100 }];
    events.extend(drops(&[1; 99]));
    events.extend(drops(&[7]));
    assert_eq!(paragraph(&told(0, &events)), "South lifts 100 from A and sows from B on, the last in b.");
}
