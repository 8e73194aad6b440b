//! English that belongs to no game: endings, articles, lists, sentences.

/// `a`, `a and b`, `a, b, and c`.
pub fn list(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first, second] => format!("{first} {word} {second}"),
        [first @ .., last] => format!("{}, {word} {last}", first.join(", ")),
    }
}

/// Clauses as one sentence: `a, b, and c`.
pub fn clauses(items: &[String]) -> String {
    match items {
        [first, second] => format!("{first}, and {second}"),
        _ => list(items, "and"),
    }
}

/// `draw 1 card instead`; with several actions the word stands in front.
pub fn instead(clause: &str) -> String {
    if clause.contains(", and ") {
        format!("instead {clause}")
    } else {
        format!("{clause} instead")
    }
}

/// A quoted name without the backslashes that its spelling in a script needs.
pub fn unescaped(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut chars = name.chars();
    while let Some(c) = chars.next() {
        out.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    out
}

/// The text with a capital at its start.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A clause as a sentence with its full stop.
pub fn sentence(clause: &str) -> String {
    let text = capital(clause.trim());
    if text.is_empty() || text.ends_with(['.', ':', '!']) || text.ends_with(".\"") || text.ends_with(".)") {
        text
    } else {
        text + "."
    }
}

/// The regular third person of a verb, which is also the regular plural of a noun.
pub fn with_s(base: &str) -> String {
    if base.ends_with('】') {
        base.to_owned()
    } else if let Some(stem) = base
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']))
    {
        format!("{stem}ies")
    } else if base.ends_with(['s', 'x', 'z']) || base.ends_with("sh") || base.ends_with("ch") {
        format!("{base}es")
    } else {
        format!("{base}s")
    }
}

/// The regular participle of a verb.
pub fn with_ed(base: &str) -> String {
    if base.ends_with('】') {
        base.to_owned()
    } else if base.ends_with('e') {
        format!("{base}d")
    } else if let Some(stem) = base
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']))
    {
        format!("{stem}ied")
    } else {
        format!("{base}ed")
    }
}

/// `a` or `an`, by the first sound of the noun as far as spelling shows it.
pub fn article(noun: &str) -> String {
    if noun.starts_with("other ") {
        return format!("an{noun}");
    }
    let first = noun
        .chars()
        .find(|c| c.is_alphanumeric())
        .unwrap_or('x')
        .to_ascii_lowercase();
    let an =
        matches!(first, 'a' | 'e' | 'i' | 'o') || (first == 'u' && !noun.starts_with("un") && !noun.starts_with("use"));
    format!("{} {noun}", if an { "an" } else { "a" })
}

/// The possessive of a noun.
pub fn possessive(noun: &str) -> String {
    if noun.ends_with('s') {
        format!("{noun}'")
    } else {
        format!("{noun}'s")
    }
}

/// A hyphenated word with every part capital: `Limit Break`.
pub fn title(word: &str) -> String {
    word.split(['-', ' ']).map(capital).collect::<Vec<_>>().join(" ")
}

/// A noun phrase with what its sentence must know about it.
#[derive(Debug, Clone)]
pub struct Np {
    /// As the subject of a sentence.
    pub subject: String,
    /// As an object.
    pub object: String,
    /// In front of what it owns.
    pub owner: String,
    /// Its verb has no ending: plural, or `you`.
    pub bare_verb: bool,
}

impl Np {
    /// One thing.
    pub fn one(text: impl Into<String>) -> Np {
        let text = text.into();
        Np {
            owner: possessive(&text),
            object: text.clone(),
            subject: text,
            bare_verb: false,
        }
    }

    /// Several things.
    pub fn many(text: impl Into<String>) -> Np {
        Np {
            bare_verb: true,
            ..Np::one(text)
        }
    }

    /// A word with forms of its own.
    pub fn pronoun(subject: &str, object: &str, owner: &str, bare_verb: bool) -> Np {
        Np {
            subject: subject.into(),
            object: object.into(),
            owner: owner.into(),
            bare_verb,
        }
    }

    /// `is`/`are`, `was`/`were`.
    pub fn be(&self, past: bool) -> &'static str {
        match (past, self.bare_verb) {
            (false, false) => "is",
            (false, true) => "are",
            (true, false) => "was",
            (true, true) => "were",
        }
    }

    /// `has`/`have`, `gets`/`get` …
    pub fn pick(&self, third: &'static str, bare: &'static str) -> &'static str {
        if self.bare_verb { bare } else { third }
    }
}
