//! Reading and writing replay files.

use super::exit::Stop;
use super::files::{cannot_read, reason, replace, shown};
use super::table::CardArgs;
use crate::exec::{Pool, ReplayError};
use crate::play::{FileError, MOST_BYTES, ReplayFile};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

/// Reads a replay file; never more of it than one may have.
pub(super) fn read(path: &Path) -> Result<ReplayFile, Stop> {
    // A pipe or a device may never end, or never begin.
    let data = fs::metadata(path).map_err(|error| Stop::new(cannot_read(path, &error)))?;
    if !data.is_file() && !data.is_dir() {
        return Err(Stop::new(format!("{} is not a regular file", shown(path))));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| Stop::new(cannot_read(path, &error)))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| refused(path, &FileError::NotAReplay("it is not UTF-8 text".to_owned())))?;
    ReplayFile::read(&text).map_err(|error| refused(path, &error))
}

/// The cards of a replay file, linked: from the bundled sets, or from the files that were named.
pub(super) fn pool(path: &Path, file: &ReplayFile, cards: &CardArgs) -> Result<Arc<Pool>, Stop> {
    let modules = cards.modules(file.game())?;
    file.pool(&modules).map_err(|error| refused(path, &error))
}

/// Writes a replay file, as a whole or not at all.
pub(super) fn write(path: &Path, file: &ReplayFile) -> Result<(), Stop> {
    replace(path, file.write().as_bytes())
        .map_err(|error| Stop::new(format!("cannot write {}: {}", shown(path), reason(&error))))
}

/// Why a replay file is refused, and what can be done about it.
pub(super) fn refused(path: &Path, error: &FileError) -> Stop {
    let stop = Stop::new(format!("{}: {error}", shown(path)));
    match error {
        FileError::Engine(version) => stop.with_help(format!("look at it with cardwright {version}")),
        FileError::Rules(_) => stop.with_help("look at it with the build of cardwright that made it"),
        FileError::MissingCards(_) | FileError::OtherCards(_) | FileError::OtherSets | FileError::NoTest(_) => {
            stop.with_help("name the card files it was made with: --cards PATHS")
        }
        // The file says so itself: no other cards or rules would help.
        FileError::Replay(ReplayError::Cards(_) | ReplayError::Checks(..)) => stop,
        FileError::Replay(_) | FileError::End(..) => {
            stop.with_help("the cards and tables are the same: the rules of the engine have changed since, or the file was changed by hand")
        }
        FileError::TooLarge(_)
        | FileError::NotAReplay(_)
        | FileError::Version(_)
        | FileError::Broken(_)
        | FileError::NoRules(_)
        | FileError::Link(_) => stop,
    }
}
