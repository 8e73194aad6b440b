//! A folder of its own for one test, and the program run in it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder; removed at the end of the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cardwright-folder-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub(crate) fn with(self, name: &str, content: impl AsRef<[u8]>) -> Folder {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, content).expect("a file");
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a text file")
    }

    /// Runs the program in the folder.
    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        self.run_in(Path::new(""), args, "")
    }

    /// The same with standard input.
    pub(crate) fn run_with(&self, args: &[&str], input: &str) -> Ran {
        self.run_in(Path::new(""), args, input)
    }

    /// The same in a folder below.
    pub(crate) fn run_in(&self, below: &Path, args: &[&str], input: &str) -> Ran {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(args)
            .current_dir(self.0.join(below))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        // The program may end before it has read everything.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran {
            code: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What a run gave.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "stdout: {}\nstderr: {}", self.out, self.err);
        self
    }

    #[track_caller]
    pub(crate) fn prints(self, part: &str) -> Ran {
        assert!(self.out.contains(part), "no `{part}` in: {}", self.out);
        self
    }

    #[track_caller]
    pub(crate) fn complains(self, part: &str) -> Ran {
        assert!(self.err.contains(part), "no `{part}` in: {}", self.err);
        self
    }
}
