//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::engine::ArgValueCompleter;

use super::complete;
use crate::engine::MAX_LAPS;
use crate::players::Spec;
use crate::simulate::MAX_PLIES;
use crate::tui::Speed;

/// Write down the rules of a sowing game; check, play and simulate it.
#[derive(Debug, Parser)]
#[command(name = "sower", version, about, disable_help_subcommand = true, max_term_width = 100)]
#[command(after_help = "VARIANT is a file, `-` for standard input, or the name of a bundled game (`sower list`).\n\
    Exit status: 0 fine, 1 rules, position, move or examples wrong, 2 command line wrong,\n\
    3 a file can't be read or written, 130 interrupted.")]
pub struct Cli {
    /// Options of all commands.
    #[command(flatten)]
    pub common: Common,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Options that every command takes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Set an option of the rules (repeatable)
    #[arg(long, global = true, value_name = "NAME=VALUE", value_parser = setting, add = ArgValueCompleter::new(complete::settings))]
    pub set: Vec<(String, String)>,
    /// Play by a ruleset that the file names
    #[arg(long, global = true, value_name = "NAME", add = ArgValueCompleter::new(complete::rulesets))]
    pub ruleset: Option<String>,
    /// Let a given position hold any number of seeds
    #[arg(long, global = true)]
    pub free: bool,
    /// Give a move up as undecided after so many laps
    #[arg(long, global = true, value_name = "N", default_value_t = MAX_LAPS, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_laps: u64,
    /// Play rounds to the end of the match, where the rules tell of further rounds
    #[arg(long = "match", global = true)]
    pub whole_match: bool,
    /// Print JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Print only what was asked for
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    /// Exit with status 1 on warnings, too
    #[arg(long, global = true)]
    pub deny_warnings: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err("write NAME=VALUE".to_owned()),
    }
}

/// Commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the bundled games
    List,
    /// Write a commented starter file
    New(New),
    /// Check rules files: errors, open points, examples
    Check(Files),
    /// Format rules files in place
    Fmt(Fmt),
    /// Run the examples of games
    Test(Variants),
    /// Print a game in its kernel form
    Expand(OneVariant),
    /// Tell the rules of a game in prose
    Rules(NotBuilt),
    /// Draw the board
    Show(Show),
    /// List the legal moves
    Moves(AtPosition),
    /// Play the given moves and print every ply
    Replay(Replay),
    /// Play a game
    Play(Play),
    /// Play many games by programs and print statistics
    Simulate(Simulate),
    /// Count move paths
    Perft(Perft),
    /// Find the exact value of a position
    Solve(NotBuilt),
    /// Evaluate the moves of a position
    Best(NotBuilt),
    /// Simulate several variants side by side
    Compare(Compare),
    /// Tell how two variants differ
    Diff(NotBuilt),
    /// Answer requests, one JSON object a line, on standard input and output
    Engine(Engine),
    /// Tell what a diagnostic means
    Explain(Explain),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print the manual page
    Man(Man),
}

/// A command that doesn't exist yet; it takes anything.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct NotBuilt {
    /// Anything
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub rest: Vec<String>,
}

/// `new`
#[derive(Debug, Args)]
pub struct New {
    /// The game's name: the file is called so, with `.sow`, and written into the current folder
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Begin from the rules of another game
    #[arg(long, value_name = "VARIANT", add = ArgValueCompleter::new(complete::variants))]
    pub like: Option<String>,
}

/// Rules files.
#[derive(Debug, Args)]
pub struct Files {
    /// Rules files, or names of bundled games
    #[arg(required = true, value_name = "FILE", add = ArgValueCompleter::new(complete::variants))]
    pub files: Vec<String>,
}

/// `fmt`
#[derive(Debug, Args)]
pub struct Fmt {
    /// Rules files; `-` formats standard input to standard output
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
    /// Change nothing; name the files that would change and exit with status 1
    #[arg(long)]
    pub check: bool,
}

/// Several games.
#[derive(Debug, Args)]
pub struct Variants {
    /// Games
    #[arg(required = true, value_name = "VARIANT", add = ArgValueCompleter::new(complete::variants))]
    pub variants: Vec<String>,
}

/// One game.
#[derive(Debug, Args)]
pub struct OneVariant {
    /// A game: a file, `-`, or a bundled game's name
    #[arg(value_name = "VARIANT", add = ArgValueCompleter::new(complete::variants))]
    pub variant: String,
}

/// A game and a position of it.
#[derive(Debug, Args)]
pub struct AtPosition {
    /// The game
    #[command(flatten)]
    pub game: OneVariant,
    /// A position, as a line or as a JSON object; the start if not given
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
}

/// `show`
#[derive(Debug, Args)]
pub struct Show {
    /// Game and position
    #[command(flatten)]
    pub at: AtPosition,
    /// How
    #[arg(long, value_enum)]
    pub format: Option<Picture>,
}

/// Formats of `show`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Picture {
    /// Drawn with letters
    Text,
    /// A vector picture
    Svg,
    /// The object of `replay --json`
    Json,
}

/// `replay`
#[derive(Debug, Args)]
pub struct Replay {
    /// Game and position
    #[command(flatten)]
    pub at: AtPosition,
    /// Moves; a whole turn's plies may be joined by `/`
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,
    /// Read moves from a file (`-`: standard input), apart by blanks; `#` begins a comment; or a saved game
    #[arg(long = "moves", value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "moves")]
    pub file: Option<String>,
    /// Say which rule did what
    #[arg(long)]
    pub why: bool,
}

/// `play`
#[derive(Debug, Args)]
pub struct Play {
    /// A game: a file, or a bundled game's name; with --load, the record's if not given
    #[arg(value_name = "VARIANT", required_unless_present = "load", add = ArgValueCompleter::new(complete::variants))]
    pub variant: Option<String>,
    /// A position, as a line or as a JSON object; the start if not given
    #[arg(long, value_name = "P", allow_hyphen_values = true, conflicts_with = "load")]
    pub position: Option<String>,
    /// Who plays
    #[command(flatten)]
    pub seats: Seats,
    /// Seed of the players' chance
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Save the game to a file, after every decision
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub save: Option<PathBuf>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub load: Option<PathBuf>,
    /// Plain lines, on a terminal too
    #[arg(long)]
    pub plain: bool,
    /// How fast seeds are sown on a terminal: 1 (slow) to 9, or `off`
    #[arg(long, value_name = "SPEED", default_value_t = Speed::default())]
    pub speed: Speed,
}

/// Who plays.
#[derive(Clone, Debug, Args)]
pub struct Seats {
    /// Who plays South: human, random, greedy, ab:DEPTH, mcts:ITERATIONS
    #[arg(long, value_name = "PLAYER", add = ArgValueCompleter::new(complete::players))]
    pub south: Option<Spec>,
    /// Who plays North
    #[arg(long, value_name = "PLAYER", add = ArgValueCompleter::new(complete::players))]
    pub north: Option<Spec>,
    /// Who plays a player that the rules name; repeatable
    #[arg(long = "player", value_name = "NAME=PLAYER", value_parser = named_player)]
    pub named: Vec<(String, Spec)>,
}

impl Seats {
    /// All that are said.
    pub fn all(&self) -> impl Iterator<Item = Spec> + '_ {
        [self.south, self.north].into_iter().flatten().chain(self.named.iter().map(|(_, spec)| *spec))
    }
}

/// `east=ab:3`
fn named_player(text: &str) -> Result<(String, Spec), String> {
    let (name, spec) = text.split_once('=').ok_or("write the player's name and who plays him, such as east=random")?;
    Ok((name.to_owned(), spec.parse::<Spec>().map_err(|e| e.to_string())?))
}

/// How the games of a simulation are played.
#[derive(Clone, Debug, Args)]
pub struct Run {
    /// Who plays
    #[command(flatten)]
    pub seats: Seats,
    /// Seed; the same seed gives the same games
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Threads; the result doesn't depend on it
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Give a game up as unfinished after so many plies
    #[arg(long, value_name = "K", default_value_t = MAX_PLIES, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_plies: u64,
}

/// `simulate`
#[derive(Debug, Args)]
pub struct Simulate {
    /// The game
    #[command(flatten)]
    pub game: OneVariant,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// How the games are played
    #[command(flatten)]
    pub run: Run,
    /// Play rounds to the end of the match
    // Listed before `--max-plies`, whose place it shares: of the same place the names decide.
    #[arg(long = "match", display_order = 5)]
    pub whole_match: bool,
    /// How to print; csv and parquet have a row a game (columns: docs/simulate.md)
    #[arg(long, value_enum)]
    pub format: Option<Statistics>,
    /// Write to a file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
}

/// Formats of `simulate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Statistics {
    /// For people
    Text,
    /// One object
    Json,
    /// A row a game
    Csv,
    /// A row a game
    Parquet,
}

/// `compare`
#[derive(Debug, Args)]
#[command(
    after_help = "A GAME is a VARIANT, and may say a ruleset and options: `kalah:seeds=3`, `kalah:seeds=3,pits=5`,\n\
    `my.sow@\"many seeds\"`. `--vary seeds=3,4,5` (or `seeds=3..5`) plays each GAME with each of the values.\n\
    Game by game all draw from the same stream of chance. Differences are those from the first one,\n\
    with intervals at 95 % of the paired differences.\n\n\
    Examples:\n  sower compare kalah oware --south ab:2 --north ab:2 --games 200\n  \
    sower compare kalah --vary seeds=3..6 --games 10000 --seed 1"
)]
pub struct Compare {
    /// Games: VARIANT, VARIANT@RULESET or VARIANT:NAME=VALUE,…
    #[arg(required = true, value_name = "GAME", add = ArgValueCompleter::new(complete::variants))]
    pub games: Vec<String>,
    /// Play each game with each of these values of an option (repeatable)
    #[arg(long, value_name = "NAME=V1,V2", add = ArgValueCompleter::new(complete::settings))]
    pub vary: Vec<String>,
    /// How many games of each
    #[arg(long = "games", id = "count", value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// How the games are played
    #[command(flatten)]
    pub run: Run,
}

/// `perft`
#[derive(Debug, Args)]
pub struct Perft {
    /// Game and position
    #[command(flatten)]
    pub at: AtPosition,
    /// Plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub depth: u16,
    /// Count under each first move
    #[arg(long)]
    pub divide: bool,
    /// Go through plies of the same player that leave no choice, without counting them
    #[arg(long)]
    pub fold: bool,
    /// Threads
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// `engine`
#[derive(Debug, Args)]
pub struct Engine {
    /// A game to begin with
    #[arg(value_name = "VARIANT", add = ArgValueCompleter::new(complete::variants))]
    pub variant: Option<String>,
}

/// `explain`
#[derive(Debug, Args)]
pub struct Explain {
    /// A diagnostic's code; without one, all of them are listed
    #[arg(value_name = "CODE", add = ArgValueCompleter::new(complete::diagnostics))]
    pub code: Option<String>,
}

/// `completions`
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `man`
#[derive(Debug, Args)]
pub struct Man {
    /// Write a page for each command into a folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
}
