//! Finds and reads card files.

use super::exit::Stop;
use crate::compile::{Compiled, compile_with};
use crate::diag::{Code, Diagnostic};
use crate::source::{MAX_FILE_BYTES, SourceFile, SourceMap, Span};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

/// Where a text comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// The name in messages.
    pub(super) fn name(&self) -> String {
        match self {
            Input::Stdin => "<stdin>".to_owned(),
            Input::File(path) => shown(path),
        }
    }
}

/// What an input holds.
#[derive(Debug)]
pub(super) enum Content {
    /// Text.
    Text(String),
    /// Something that is not taken as text.
    Refused(Refused),
}

/// An input that is not a card file, with the reason as a diagnostic to be.
#[derive(Debug, Clone)]
pub(super) struct Refused {
    /// As much of the file as a message needs.
    file: SourceFile,
    /// The bytes of `file` the message is about.
    at: std::ops::Range<usize>,
    code: Code,
    message: String,
    help: &'static str,
}

impl Refused {
    /// Adds the file to the sources and says what is wrong with it.
    pub(super) fn diagnose(self, sources: &mut SourceMap) -> Diagnostic {
        let id = sources.add(self.file);
        Diagnostic::new(self.code, Span::new(id, self.at.start, self.at.end), self.message).with_help(self.help)
    }
}

/// The inputs that paths stand for: files as they are, folders searched, `-` standard input; each once.
pub(super) fn find(paths: &[PathBuf]) -> Result<Vec<Input>, Stop> {
    let mut inputs = Vec::new();
    let mut seen = BTreeSet::new();
    let mut messages = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            if !inputs.contains(&Input::Stdin) {
                inputs.push(Input::Stdin);
            }
            continue;
        }
        let found = match fs::metadata(path) {
            Ok(data) if data.is_dir() => walk(path),
            Ok(data) if may_hang(path, &data) => Err(format!(
                "{} is a pipe or a socket: reading it might never end; give `-` and send the text to standard input",
                shown(path)
            )),
            Ok(_) => Ok(vec![path.clone()]),
            Err(error) => Err(cannot_read(path, &error)),
        };
        match found {
            Ok(files) if files.is_empty() => {
                messages.push(format!("no card files in {}: a card file is named *.card", shown(path)));
            }
            Ok(files) => inputs.extend(
                files
                    .into_iter()
                    .filter(|f| seen.insert(fs::canonicalize(f).unwrap_or_else(|_| f.clone())))
                    .map(Input::File),
            ),
            Err(message) => messages.push(message),
        }
    }
    // What comes of the files does not depend on the order in which they were named.
    inputs.sort();
    Stop::unless_empty(messages, inputs)
}

/// Whether whoever opens a file may wait for ever: a pipe that nobody writes to. The pipes of a shell (`<(…)`) have a writer.
fn may_hang(path: &Path, data: &fs::Metadata) -> bool {
    let of_the_shell = ["/dev/fd", "/proc"].iter().any(|folder| path.starts_with(folder));
    #[cfg(unix)]
    let device = std::os::unix::fs::FileTypeExt::is_char_device(&data.file_type());
    #[cfg(not(unix))]
    let device = false;
    !data.is_file() && !data.is_dir() && !device && !of_the_shell
}

/// A folder with a file of this name is left out when a folder above it is searched; it can still be named itself.
const IGNORE: &str = ".cardignore";

/// All `*.card` files below a folder, sorted; hidden folders, `target`, links to folders and folders that say so are left out.
fn walk(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder)
            .and_then(Iterator::collect::<io::Result<Vec<_>>>)
            .map_err(|e| cannot_read(&folder, &e))?;
        for entry in entries {
            let path = entry.path();
            let kind = entry.file_type().map_err(|e| cannot_read(&path, &e))?;
            let name = entry.file_name();
            let left_out = name == "target" || name.to_string_lossy().starts_with('.');
            if kind.is_dir() {
                if !left_out && !path.join(IGNORE).exists() {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|e| e == "card") {
                // A link that leads nowhere is told of when it is read; pipes, sockets and devices are no card files.
                if fs::metadata(&path).map_or(true, |data| data.is_file()) {
                    files.push(path);
                }
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Reads an input, never more of it than a card file may have.
pub(super) fn read(input: &Input) -> Result<Content, Stop> {
    let bytes = match input {
        Input::Stdin => {
            bounded(io::stdin().lock()).map_err(|e| Stop::new(format!("cannot read standard input: {}", reason(&e))))?
        }
        Input::File(path) => File::open(path)
            .and_then(bounded)
            .map_err(|e| Stop::new(cannot_read(path, &e)))?,
    };
    Ok(match bytes {
        None => Content::Refused(too_large(&input.name())),
        Some(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Content::Text(text),
            Err(error) => Content::Refused(not_utf8(&input.name(), error.utf8_error(), error.as_bytes())),
        },
    })
}

/// Reads a file that goes with card files (kept logs, settings), never more of it than one may have.
pub(super) fn read_beside(path: &Path) -> Result<String, Stop> {
    let data = fs::metadata(path).map_err(|error| Stop::new(cannot_read(path, &error)))?;
    if !data.is_file() {
        return Err(Stop::new(format!("{} is not a regular file", shown(path))));
    }
    let bytes = File::open(path)
        .and_then(bounded)
        .map_err(|error| Stop::new(cannot_read(path, &error)))?;
    let Some(bytes) = bytes else {
        return Err(Stop::new(too_large(&shown(path)).message));
    };
    String::from_utf8(bytes).map_err(|_| Stop::new(format!("{} is not UTF-8 text", shown(path))))
}

/// All bytes, or nothing if there are too many. The size a file claims is not trusted: devices and pipes have none.
fn bounded(reader: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= MAX_FILE_BYTES).then_some(bytes))
}

fn too_large(name: &str) -> Refused {
    Refused {
        file: SourceFile::new(name, ""),
        at: 0..0,
        code: Code::FileTooLarge,
        message: format!(
            "{name} is larger than {} MiB, the most a card file may have",
            MAX_FILE_BYTES / (1024 * 1024)
        ),
        help: "split the file: a set may have any number of files",
    }
}

/// Keeps the text before the first bad byte and the rest of its line, with a mark for what cannot be read.
fn not_utf8(name: &str, error: std::str::Utf8Error, bytes: &[u8]) -> Refused {
    const MOST_SHOWN: usize = 80;
    let (good, rest) = bytes.split_at_checked(error.valid_up_to()).unwrap_or((bytes, &[]));
    let bad = rest.first().copied().unwrap_or_default();
    let (_, rest) = rest
        .split_at_checked(error.error_len().unwrap_or(rest.len()))
        .unwrap_or_default();
    let line_rest: Vec<u8> = rest
        .iter()
        .copied()
        .take_while(|b| *b != b'\n')
        .take(MOST_SHOWN)
        .collect();
    let mut text = String::from_utf8_lossy(good).into_owned();
    let start = text.len();
    text.push(char::REPLACEMENT_CHARACTER);
    let at = start..text.len();
    text.extend(
        String::from_utf8_lossy(&line_rest)
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c }),
    );
    let file = SourceFile::new(name, text);
    let (line, _) = file.line_col(u32::try_from(start).unwrap_or(u32::MAX));
    Refused {
        file,
        at,
        code: Code::NotUtf8,
        message: format!("{name} is not UTF-8 text: byte {start} (0x{bad:02X}, line {line}) starts no character"),
        help: "save the file as UTF-8; if it is not a text file, leave it out",
    }
}

/// The files of a run, read.
#[derive(Debug, Clone)]
pub(super) struct Loaded {
    files: Vec<SourceFile>,
    refused: Vec<Refused>,
}

/// Finds and reads everything that paths stand for.
pub(super) fn load(paths: &[PathBuf]) -> Result<Loaded, Stop> {
    let mut loaded = Loaded {
        files: Vec::new(),
        refused: Vec::new(),
    };
    let mut messages = Vec::new();
    for input in find(paths)? {
        match read(&input) {
            Ok(Content::Text(text)) => loaded.files.push(SourceFile::new(input.name(), text)),
            Ok(Content::Refused(refused)) => loaded.refused.push(refused),
            Err(stop) => messages.extend(stop.messages),
        }
    }
    Stop::unless_empty(messages, loaded)
}

impl Loaded {
    /// How many files there are, those that are no card files included.
    pub(super) fn count(&self) -> usize {
        self.files.len() + self.refused.len()
    }

    /// The names of the files.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let refused = self.refused.iter().map(|refused| &refused.file);
        self.files.iter().chain(refused).map(|file| file.name.as_str())
    }

    /// These files, and those others that are not among them.
    pub(super) fn and(mut self, others: Loaded) -> Loaded {
        self.refused.extend(others.refused);
        self.with(others.files)
    }

    /// These files, and those others that are not among them under another path.
    pub(super) fn with(mut self, others: Vec<SourceFile>) -> Loaded {
        let base = |name: &str| Path::new(name).file_name().map(OsString::from);
        let known: BTreeSet<Option<OsString>> = self.files.iter().map(|file| base(&file.name)).collect();
        let same = |other: &SourceFile| self.files.iter().any(|file| file.text == other.text);
        let new: Vec<SourceFile> = others
            .into_iter()
            .filter(|other| !known.contains(&base(&other.name)) && !same(other))
            .collect();
        self.files.extend(new);
        self
    }

    /// Calls standard input by the name of a file: what it imports lies beside that.
    pub(super) fn call_stdin(&mut self, name: &str) {
        let stdin = Input::Stdin.name();
        for file in self.files.iter_mut().filter(|file| file.name == stdin) {
            name.clone_into(&mut file.name);
        }
    }

    /// The files that could be read.
    pub(super) fn files_mut(&mut self) -> &mut [SourceFile] {
        &mut self.files
    }

    /// The files that could be read.
    pub(super) fn into_files(self) -> Vec<SourceFile> {
        self.files
    }

    /// How many bytes of text there are.
    pub(super) fn bytes(&self) -> usize {
        self.files.iter().map(|f| f.text.len()).sum()
    }

    /// Compiles the files; those that were refused are among the diagnostics.
    pub(super) fn compile(self) -> Compiled {
        let mut compiled = compile_with(self.files, &import);
        for refused in self.refused {
            let diagnostic = refused.diagnose(&mut compiled.sources);
            compiled.diagnostics.push(diagnostic);
        }
        compiled
    }
}

/// The file another one imports, if it is a card file; the compiler says so if it is not.
fn import(path: &str) -> Option<SourceFile> {
    // Only plain files: a card must not make the program wait for a pipe.
    if !fs::metadata(path).is_ok_and(|data| data.is_file()) {
        return None;
    }
    match read(&Input::File(PathBuf::from(path))) {
        Ok(Content::Text(text)) => Some(SourceFile::new(path, text)),
        Ok(Content::Refused(_)) | Err(_) => None,
    }
}

/// Replaces a file as a whole: whoever reads it meanwhile sees the old text or the new one, never a part.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: the file it leads to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    // A device is written to, never replaced; a pipe that nobody reads would be waited for.
    if let Ok(data) = fs::metadata(path)
        && !data.is_file()
    {
        if may_hang(path, &data) {
            return Err(io::Error::other("it is a pipe or a socket"));
        }
        return fs::write(path, bytes);
    }
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let written = (|| {
        let mut file = File::options().write(true).create_new(true).open(&temporary)?;
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)?;
        drop(file);
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A path as messages show it, without a leading `./`.
pub(super) fn shown(path: &Path) -> String {
    let short = path.strip_prefix(".").unwrap_or(path);
    if short.as_os_str().is_empty() {
        path.display().to_string()
    } else {
        short.display().to_string()
    }
}

/// What went wrong with a file.
pub(super) fn cannot_read(path: &Path, error: &io::Error) -> String {
    format!("cannot read {}: {}", shown(path), reason(error))
}

/// An error of the system in a few words, without its number.
pub(super) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let short = text.split_once(" (os error").map_or(text.as_str(), |(short, _)| short);
    let mut chars = short.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}
