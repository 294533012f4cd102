//! Texts that nobody writes by hand. Each must be read, or refused, on a small stack. That this takes
//! a short time can be seen: what grows with the square of such a length doesn't come back.

use super::read;

/// Reads on a stack of two megabytes; returns the codes of the mistakes.
fn codes(text: String) -> Vec<&'static str> {
    let reading = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
        let (file, mistakes, source) = read(&text);
        drop(format!("{file:?}"));
        drop(sower::syntax::format(&source));
        mistakes.iter().map(|d| d.code.id).collect()
    });
    reading.unwrap().join().unwrap()
}

fn rule(condition: &str) -> String {
    format!("landing {{ {condition} => end }}")
}

#[test]
fn many_parentheses() {
    assert_eq!(codes(rule(&format!("{}here is mine{}", "(".repeat(60), ")".repeat(60)))), [""; 0]);
    assert_eq!(codes(rule(&format!("{}1{} = 2", "(".repeat(120), ")".repeat(120)))), [""; 0]);
    let wrong = format!("{}here is mine and{}", "(".repeat(120), ")".repeat(120));
    assert_eq!(codes(rule(&wrong)), ["E0201"]);
    let two_ahead = format!("{}1{} is empty", "(".repeat(100), ") ahead of next".repeat(100));
    assert_eq!(codes(rule(&two_ahead)), [""; 0]);
    assert!(codes(rule(&"(".repeat(10_000))).contains(&"E0106"));
    let deep = format!("{}here is mine{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(codes(rule(&deep)).contains(&"E0107"));
    let lists = format!("{}1{} ", "here holds 2 or (".repeat(100), ")".repeat(100));
    assert!(codes(rule(&lists)).len() < 2);
}

#[test]
fn many_words() {
    assert_eq!(codes(rule(&format!("{}here is mine", "not ".repeat(2000)))), [""; 0]);
    assert_eq!(codes(rule(&format!("{}1 = 2", "1 + ".repeat(5000)))), [""; 0]);
    assert_eq!(codes(rule(&format!("{}1 = 2", "- ".repeat(5000)))), [""; 0]);
    assert_eq!(codes(rule(&format!("{}1 = 2", "2 * ".repeat(5000)))), ["E0107"]);
    assert_eq!(codes(rule(&format!("{}next is mine", "here is mine and ".repeat(5000)))), [""; 0]);
    assert_eq!(codes(rule(&format!("{}here is mine", "next of ".repeat(120)))), [""; 0]);
    assert_eq!(codes(rule(&format!("{}here is mine", "next of ".repeat(5000)))), ["E0107"]);
    assert_eq!(codes(rule(&format!("{}mine", "my pits where ".repeat(5000)))), ["E0107"]);
    let sum = format!("{}1 = 1", "if here is mine then 1 else ".repeat(5000));
    assert_eq!(codes(rule(&sum)), ["E0107"]);
}

#[test]
fn many_blocks() {
    let nested = format!("landing {{ here is mine => {}end{} }}", "{ if mine ".repeat(100), " }".repeat(100));
    assert!(!codes(nested).is_empty());
    let ifs = format!("landing {{ here is mine => {}{} }}", "if mine { ".repeat(120), "}".repeat(120));
    assert_eq!(codes(ifs), [""; 0]);
    let chain = format!("landing {{ here is mine => {}{{ end }} }}", "if mine { end } else ".repeat(100));
    assert_eq!(codes(chain), [""; 0]);
    for text in ["{", "}", "{}", "{\n", "board {", "(", ")", "{(", ")}"] {
        assert!(!codes(text.repeat((1 << 18) / text.len())).is_empty());
    }
}

#[test]
fn many_tokens() {
    for text in ["x ", "x\n", ";", "\"", "\"\n", "\"\" ", "#", "#\n", "\\", "- ", "=>", "and ", "\u{feff}", "é", "{}\n"]
    {
        assert!(!codes(text.repeat((1 << 18) / text.len())).is_empty(), "{text}");
    }
    assert!(!codes("{".repeat(1 << 20)).is_empty());
    let bytes: String = (0..1u32 << 18).filter_map(|i| char::from_u32(1 + (i * 7919) % 0x2fff)).collect();
    assert!(!codes(bytes).is_empty());
    assert_eq!(codes(format!("landing {{ {} }}", "here is mine => relay\n".repeat(40_000))), [""; 0]);
}
