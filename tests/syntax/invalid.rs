//! Mistakes, each with its message.

use super::{corpus, read, render};

#[test]
fn mistakes_are_explained() {
    let files = corpus("invalid/syntax");
    assert!(files.len() >= 25);
    for (name, text) in files {
        let (_, mistakes, source) = read(&text);
        assert!(!mistakes.is_empty(), "{name} has no mistake");
        let shown = text.lines().map(|l| l.chars().take(100).collect::<String>()).collect::<Vec<_>>().join("\n");
        insta::assert_snapshot!(name, format!("{shown}\n----\n{}", render(&source, &mistakes)));
    }
}

#[test]
fn no_rule_name_reaches_an_author() {
    let rules = include_str!("../../grammar/rules.pest");
    let names: Vec<&str> = rules
        .lines()
        .filter_map(|l| l.split_once(" = ").or_else(|| l.split_once("= ")).map(|(name, _)| name.trim()))
        .filter(|n| n.contains('_') && n.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
        .collect();
    assert!(names.len() > 50);
    for (file, text) in corpus("invalid/syntax") {
        for d in read(&text).1 {
            let all = format!("{} {} {}", d.message, d.label, d.help);
            let leaked = names.iter().find(|n| all.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == **n));
            assert!(leaked.is_none(), "{file}: {leaked:?} in {all}");
        }
    }
}

#[test]
fn one_bad_statement_hides_no_other() {
    let (file, mistakes, _) = read("board { rows 2; pitss 6; seeds 4 each }\nnonsense { x }\nsowing { clockwise }\n");
    assert_eq!(mistakes.iter().map(|d| d.span.line).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(file.items.len(), 2);
    assert!(matches!(&file.items[0], sower::syntax::ast::Item::Board(list, _) if list.len() == 2));
}

#[test]
fn places_count_from_the_real_file() {
    let (_, mistakes, source) = read("\u{feff}\tgame \"播棋 Тоғыз құмалақ\" sedes 4\n");
    assert_eq!(source.line_column(mistakes[0].span.start as usize), (1, 26));
    assert_eq!(source.slice(mistakes[0].span), "sedes");
}

#[test]
fn mistakes_are_counted_up_to_a_hundred() {
    let (_, mistakes, _) = read(&"landing { here is occupied relay }\n".repeat(3000));
    assert_eq!(mistakes.len(), 100);
}

#[test]
fn messages_are_the_same_on_many_threads() {
    let files = corpus("invalid/syntax");
    let all = || files.iter().map(|(_, text)| read(text).1).collect::<Vec<_>>();
    let alone = all();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(all)).collect();
        threads.into_iter().for_each(|t| assert_eq!(t.join().unwrap(), alone));
    });
}
