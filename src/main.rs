//! The `cardwright` command.

fn main() -> std::process::ExitCode {
    cardwright::cli::run()
}
