//! `sower completions`, `sower man`

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::CompleteEnv;
use clap_complete::env::Shells;

use super::args::{Cli, Completions, Man};
use super::failure::{FINE, Failure, Outcome};
use super::output;

/// Prints a completion script, by which the shell asks the program itself.
pub fn completions(args: &Completions) -> Outcome {
    let shell = args.shell.to_string();
    let mut script = Vec::new();
    if let Some(completer) = Shells::builtins().completer(&shell) {
        completer.write_registration(ASKED, "sower", "sower", "sower", &mut script)?;
    }
    let mut out = output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(FINE)
}

/// The variable by which a shell asks.
const ASKED: &str = "COMPLETE";

/// Answers a shell that asks, and ends the program then.
pub fn answer() {
    CompleteEnv::with_factory(Cli::command).var(ASKED).complete();
}

/// Prints the manual page, or writes one for each command.
pub fn man(args: &Man) -> Outcome {
    let command = Cli::command();
    match &args.out {
        Some(folder) => pages(&command, folder)?,
        None => {
            let mut out = output::stdout();
            out.write_all(&page(command)?)?;
            out.flush()?;
        }
    }
    Ok(FINE)
}

fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(text)
}

fn pages(command: &clap::Command, folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|e| Failure::file("written", folder, &e))?;
    output::write_file(&folder.join("sower.1"), &page(command.clone())?)?;
    for sub in command.get_subcommands() {
        let name = format!("sower-{}", sub.get_name());
        let file = folder.join(format!("{name}.1"));
        output::write_file(&file, &page(sub.clone().name(name))?)?;
    }
    Ok(())
}
