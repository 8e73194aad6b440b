//! The project that files belong to: the nearest `cardwright.toml` above them.

use super::exit::Stop;
use super::files::{read_beside, shown};
use super::report;
use crate::diag::Diagnostic;
use crate::settings::{self, Settings};
use crate::source::{SourceFile, SourceMap};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A project: where its file lies, and what it says.
#[derive(Debug)]
pub(super) struct Project {
    root: PathBuf,
    settings: Settings,
}

impl Project {
    /// What the file says.
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The paths that are searched if a command is given none, as they are reached from here.
    fn paths(&self) -> Vec<PathBuf> {
        let here = std::env::current_dir().and_then(fs::canonicalize).ok();
        let root = match here.as_deref().map(|here| (here, here.strip_prefix(&self.root))) {
            Some((here, Ok(_))) if here == self.root => PathBuf::new(),
            // The file lies above: as many steps up as there are folders between.
            Some((_, Ok(below))) => below.components().map(|_| "..").collect(),
            _ => self.root.clone(),
        };
        self.settings.paths.iter().map(|path| root.join(path)).collect()
    }
}

/// The projects of a run, each read once.
#[derive(Debug, Default)]
pub(super) struct Projects(BTreeMap<PathBuf, Option<Rc<Project>>>);

impl Projects {
    /// The project of the current folder.
    pub(super) fn here(&mut self) -> Result<Option<Rc<Project>>, Stop> {
        self.of_folder(Path::new("."))
    }

    /// The project of a file, which need not exist.
    pub(super) fn of_file(&mut self, name: &str) -> Result<Option<Rc<Project>>, Stop> {
        let folder = Path::new(name).parent().filter(|folder| folder.as_os_str() != "");
        self.of_folder(folder.unwrap_or(Path::new(".")))
    }

    fn of_folder(&mut self, folder: &Path) -> Result<Option<Rc<Project>>, Stop> {
        let Ok(folder) = fs::canonicalize(folder) else {
            return Ok(None);
        };
        self.above(&folder)
    }

    fn above(&mut self, folder: &Path) -> Result<Option<Rc<Project>>, Stop> {
        if let Some(known) = self.0.get(folder) {
            return Ok(known.clone());
        }
        let file = folder.join(settings::NAME);
        let project = if file.is_file() {
            Some(Rc::new(Project {
                root: folder.to_path_buf(),
                settings: read(&file)?,
            }))
        } else {
            match folder.parent() {
                Some(parent) => self.above(parent)?,
                None => None,
            }
        };
        self.0.insert(folder.to_path_buf(), project.clone());
        Ok(project)
    }

    /// The paths of a command: those that it was given, else those of the project, else the folder that it falls back to.
    pub(super) fn paths(&mut self, given: &[PathBuf], otherwise: &str) -> Result<Vec<PathBuf>, Stop> {
        if !given.is_empty() {
            return Ok(given.to_vec());
        }
        let own = self.here()?.map(|project| project.paths()).unwrap_or_default();
        Ok(if own.is_empty() {
            vec![PathBuf::from(otherwise)]
        } else {
            own
        })
    }

    /// Leaves out the warnings that the projects of their files allow, and makes errors of those that they deny.
    pub(super) fn settle(&mut self, diagnostics: &mut Vec<Diagnostic>, sources: &SourceMap) -> Result<(), Stop> {
        let mut kept = Vec::with_capacity(diagnostics.len());
        for mut diagnostic in diagnostics.drain(..) {
            let file = diagnostic.span.and_then(|span| sources.get(span.file));
            let project = match file {
                Some(file) => self.of_file(&file.name)?,
                None => self.here()?,
            };
            if project.is_none_or(|project| project.settings.tells(&mut diagnostic)) {
                kept.push(diagnostic);
            }
        }
        *diagnostics = kept;
        Ok(())
    }

    /// The name of a file as its project calls it: relative to the folder of `cardwright.toml`.
    pub(super) fn name(&mut self, name: &str) -> Result<Option<String>, Stop> {
        let Some(project) = self.of_file(name)? else {
            return Ok(None);
        };
        let path = Path::new(name);
        let folder = path.parent().filter(|folder| folder.as_os_str() != "");
        let whole = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok();
        let whole = whole.zip(path.file_name()).map(|(folder, file)| folder.join(file));
        let below = whole.and_then(|path| path.strip_prefix(&project.root).map(Path::to_path_buf).ok());
        Ok(below.map(|path| shown(&path).replace('\\', "/")))
    }

    /// Calls all files as their projects do.
    pub(super) fn rename(&mut self, sources: &mut SourceMap) -> Result<(), Stop> {
        for file in sources.files_mut().iter_mut().filter(|file| !file.embedded) {
            if let Some(name) = self.name(&file.name)? {
                file.name = name;
            }
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<Settings, Stop> {
    let text = read_beside(path)?;
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new(shown(path), text));
    let (settings, problems) = settings::read(file, sources.text(file));
    if problems.is_empty() {
        return Ok(settings);
    }
    report::complain(&problems, &sources);
    Err(Stop::new(format!("{} cannot be used", shown(path))))
}
