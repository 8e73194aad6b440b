//! The formatter keeps the program, the comments and its own output.

use crate::support::card_text;
use cardwright::fmt::format;
use cardwright::lex::{self, TokenKind};
use cardwright::parse::parse;
use cardwright::source::FileId;
use proptest::prelude::*;
use std::path::{Path, PathBuf};

fn tree(text: &str) -> serde_json::Value {
    let mut tree = serde_json::to_value(&parse(FileId(0), text).file).unwrap_or_default();
    squeeze(&mut tree);
    tree
}

/// Takes blanks and comments out of counter names: the tree holds them as written, `+1 / +1` for `+1/+1`.
fn squeeze(tree: &mut serde_json::Value) {
    match tree {
        serde_json::Value::String(name) if name.starts_with(['+', '-']) => {
            *name = words(name).into_iter().map(|(_, word)| word).collect();
        }
        serde_json::Value::Array(all) => all.iter_mut().for_each(squeeze),
        serde_json::Value::Object(all) => all.values_mut().for_each(squeeze),
        _ => {}
    }
}

fn problems(text: &str) -> usize {
    parse(FileId(0), text).diagnostics.len()
}

fn comments(text: &str) -> Vec<&str> {
    let tokens = lex::lex(text);
    tokens
        .iter()
        .filter(|t| t.kind == TokenKind::Comment)
        .map(|t| t.text(text).trim_end())
        .collect()
}

/// The tokens without trivia and separators.
fn words(text: &str) -> Vec<(TokenKind, &str)> {
    let tokens = lex::lex(text);
    let kept = tokens
        .iter()
        .filter(|t| !t.kind.is_trivia() && t.kind != TokenKind::Semi);
    kept.map(|t| (t.kind, t.text(text))).collect()
}

/// What must hold for any input; gives the formatted text.
fn check_any(text: &str) -> String {
    let once = format(text);
    assert_eq!(format(&once), once, "not idempotent on {text:?}");
    assert_eq!(comments(&once), comments(text), "comments of {text:?}");
    assert_eq!(words(&once), words(text), "words of {text:?}");
    assert!(tree(&once) == tree(text), "tree of {text:?}");
    assert_eq!(problems(&once), problems(text), "problems of {text:?}");
    assert!(
        once.is_empty() || (once.ends_with('\n') && !once.ends_with("\n\n")),
        "end of {once:?}"
    );
    once
}

fn card_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            card_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "card") {
            found.push(path);
        }
    }
}

#[test]
fn all_card_files_keep_program_and_comments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    card_files(&root.join("cards"), &mut files);
    card_files(&root.join("tests/language"), &mut files);
    assert!(files.len() > 10, "no card files found");
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let formatted = check_any(&text);
        // Indented with tabs, the file must come out the same: no item was kept as written.
        let tabbed = text.replace("\n    ", "\n\t\t\t").replace("\n  ", "\n \t ");
        if !text.contains("\"\"\"") && problems(&text) == 0 {
            assert_eq!(format(&tabbed), formatted, "{}", file.display());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_files_keep_program_and_comments(text in card_text::file(), noise in card_text::noise()) {
        prop_assert_eq!(problems(&text), 0, "the generator wrote {}", text);
        let written = card_text::respaced(&text, &noise);
        prop_assert!(tree(&written) == tree(&text), "the noise changed {}", written);
        let formatted = check_any(&written);
        // No item was kept as written: blanks and separators are canonical everywhere.
        prop_assert!(!formatted.contains('\t') && !formatted.contains('\r'), "{}", formatted);
        for line in formatted.lines() {
            let code = line.split("# ").next().unwrap_or("").trim_start();
            prop_assert!(!line.ends_with(' ') && !line.ends_with(';'), "{}", formatted);
            prop_assert!(!code.trim_end().contains("  "), "{}", formatted);
        }
    }

    #[test]
    fn arbitrary_text_is_safe(text in any::<String>()) {
        check_any(&text);
    }

    #[test]
    fn broken_files_are_safe(text in card_text::soup()) {
        check_any(&text);
    }

    #[test]
    fn damaged_files_are_safe(text in card_text::file(), noise in card_text::noise(), at in any::<prop::sample::Index>(), cut in 1..6_usize) {
        let written = card_text::respaced(&text, &noise);
        let chars: Vec<char> = written.chars().collect();
        let at = at.index(chars.len().max(1));
        let damaged: String = chars.iter().take(at).chain(chars.iter().skip(at + cut)).collect();
        check_any(&damaged);
    }
}

/// Shows a text before and after formatting.
fn shown(before: &str) -> String {
    format!("{before}\n=== formatted ===\n{}", check_any(before))
}

#[test]
fn a_card_in_disorder() {
    insta::assert_snapshot!(shown(
        r#"  use   weiss;
set "Harbor Lights"   code HL/W01
card "Mio, Keeper of the Lamp"    HL/W01-003
{
character,color yellow , level 1;traits <Lantern>   <Harbor>
text """Two lines,
   kept   as they are."""
CONT Assist{ your characters in front of this get + ( 500*their level ) power }
AUTO when this is placed on stage from hand [ pay 1 , put 1 card from your hand into your waiting-room ] { look at the top 4 cards of your deck
 choose up to 1 <Lantern> character among them; reveal it ; put it into your hand


 put the rest into your waiting-room }
Encore [ put 1 character from your hand into your waiting-room ]
face back "Mio" {
}
}
keyword Fanfare [ ... ] { ... } "When this enters." rule "12.4" { AUTO when this is put onto field [ ... ] {...} }
counter + 100 / + 100
counter arrow
deck "Starter" { 4 "Mio" ; 2 HL/W01-004; 1 X-1 }
"#
    ));
}

#[test]
fn comments_keep_their_place() {
    insta::assert_snapshot!(shown(
        r#"
# Of the file.


# Of the card.
card "A" A-1 { # behind the brace
      # before the first field
  level 1 # behind a field


  # before the ability
  AUTO once per turn, # inside a head
   when this attacks [pay 1, # inside a cost
     rest this] # before the brace
  { draw 1 } # behind the ability
  ACT { draw 1; # behind a semicolon
    if done { draw 2 } # behind a block
    # before otherwise
    otherwise { # only a comment
    }
    # before the end
  }
  # last
} # behind the card
# Of the label.
label L # behind the label
label M
#no blank
"#
    ));
}

#[test]
fn long_lines() {
    insta::assert_snapshot!(shown(
        r#"
card "A" A-1 {
  AUTO CXCombo once per turn, when this attacks, if "Night of Lamps" is in your climax-area and your level is 2 or more [pay 1, rest this] { draw 1 }
  ACT [put the bottom card of your clock on top of your deck, put the top card of your deck into your clock] { draw 1 }
  CONT { your other characters with level 2 or more in your center-stage or back-stage get +(500 * number of your <Lantern> characters) power and +1 soul }
  ACT { choose 1 of your characters; until end of turn, it gets +2000 power and { AUTO when this attacks { draw 1 } } }
  ACT { if your hand has 5 or more cards and opponent's hand has 5 or more cards { draw 1 } otherwise { draw 2 } }
}
condition Sanguine "It is your turn and your leader has lost defense this turn." rule "13.5" if it is your turn and your leader's defense was reduced this turn
group Lamp "The first lamp of the harbor", "The second lamp of the harbor", "The third lamp of the harbor"
"#
    ));
}

#[test]
fn broken_items_stay_and_others_are_formatted() {
    insta::assert_snapshot!(shown(
        "stray   line\nuse   weiss\n\n\n\ncard \"A\"   A-1 {\n   level   1\n\t draw (1 }\n# kept   here\ncard \"B\" B-1 {level 1}\n  label   L   \"unclosed\nlabel   M\nlabel N\n"
    ));
}

#[test]
fn a_test_in_disorder() {
    insta::assert_snapshot!(shown(
        r#"
test   "Encore returns"   rules "10.2.2"  "7.7" { given { at encore-step
in main-phase # a line may start with any word
p1 hand :"A" ,"B"*2
# before a line
p1 waiting-room: "A card with a rather long name" * 3, "Another card with a long name", # why
  "B" * 3
p1 C1 power - 500; in end-phase
p1 does { draw 1; discard 1 card from
 your hand }
p2 does
{ draw 1 } }
 do { p1 yes; p1 no }
golden }
test "cases" {
case "one" { expect { p1 hand 3
p1 holds { your hand has 3 or more cards and
  opponent's hand has 1 or less cards } } }
case "two" { do {} ; golden }
}
"#
    ));
}
