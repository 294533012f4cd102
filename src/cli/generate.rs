//! `sower completions`, `sower man`

use std::io::Write;
use std::path::Path;

use clap::CommandFactory;

use super::args::{Cli, Completions, Man};
use super::failure::{FINE, Failure, Outcome};
use super::output;

/// Prints a completion script.
pub fn completions(args: &Completions) -> Outcome {
    // The generator panics where it can't write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sower", &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(FINE)
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
