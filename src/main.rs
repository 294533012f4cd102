//! The `sower` command.

fn main() -> std::process::ExitCode {
    sower::cli::main()
}
