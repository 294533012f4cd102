//! Completion, in a real shell where there is one.

use std::process::Command;

use super::sower;

#[test]
fn scripts() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = sower(&["completions", shell]).expect(0).out;
        assert!(script.contains("sower") && script.contains("COMPLETE"), "{shell}: {script}");
    }
}

/// What bash offers behind a line, or nothing where there is no bash.
#[cfg(unix)]
fn offered(words: &[&str]) -> Option<Vec<String>> {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_sower")).parent().expect("a folder").to_owned();
    let mut path = vec![folder];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let script = format!(
        "eval \"$(sower completions bash)\"\nCOMP_WORDS=(sower {})\nCOMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
         COMP_TYPE=9\n_clap_complete_sower sower \"${{COMP_WORDS[COMP_CWORD]}}\" 2>/dev/null\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        words.iter().map(|w| format!("'{w}'")).collect::<Vec<_>>().join(" ")
    );
    let ran = Command::new("bash")
        .args(["--norc", "--noprofile", "-c", &script])
        .env("PATH", std::env::join_paths(path).expect("a path"))
        .output()
        .ok()?;
    let out = String::from_utf8(ran.stdout).expect("text");
    Some(out.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect())
}

#[cfg(unix)]
#[test]
fn bash() {
    for (words, expected) in [
        (&["sim"][..], &["simulate"][..]),
        (&["show", "kala"], &["kalah"]),
        (&["compare", "kalah", "bos"], &["bosh"]),
        (&["new", "x", "--like", "owa"], &["oware"]),
        (&["simulate", "kalah", "--set", "se"], &["seeds="]),
        (&["--set", "se"], &[]),
        (&["simulate", "kalah", "--south", "gr"], &["greedy"]),
        (&["explain", "e010"], &["E0101", "E0102", "E0103", "E0104", "E0105", "E0106", "E0107"]),
        (&["simulate", "kalah", "--form"], &["--format"]),
        (&["simulate", "kalah", "--format", "c"], &["csv"]),
    ] {
        let Some(offered) = offered(words) else { return };
        assert_eq!(offered, expected, "{words:?}");
    }
}
