//! What fills the roles of verbs and the parameters of keywords.

use super::Printer;
use super::noun::Bare;
use crate::ir::{Amount, Arg, Call, Filter, IconRun, Name, Role};
use crate::style::english::{Np, article, list, unescaped};
use crate::vocab::Data;

impl Printer<'_> {
    /// `{W}{2} or {3}`
    #[expect(clippy::unused_self, reason = "called like every other printer")]
    pub(super) fn icons(&self, runs: &[IconRun]) -> String {
        let runs: Vec<_> = runs
            .iter()
            .map(|run| {
                run.0
                    .iter()
                    .map(|icon| format!("{{{icon}}}"))
                    .collect::<Vec<_>>()
                    .concat()
            })
            .collect();
        list(&runs, "or")
    }

    /// `3 damage`, `2 arrow counters`, `this card's damage`.
    pub(super) fn amount(&self, amount: &Amount, bare: Bare) -> Np {
        let Amount {
            quant,
            of,
            kinds,
            whose,
            filters,
        } = amount;
        // A counter's name stands in front of the word, not behind it as a demand.
        let counters = kinds;
        let kinds: String = kinds
            .iter()
            .map(|kind| format!("{} ", self.word(kind)))
            .collect::<Vec<_>>()
            .concat();
        let demands = |many: bool| {
            filters
                .iter()
                .filter(|filter| !matches!(filter, Filter::Counter(name, _) if counters.contains(name)))
                .map(|filter| format!(" {}", self.demand(filter, many)))
                .collect::<Vec<_>>()
                .concat()
        };
        let form = |many: bool| format!("{kinds}{}{}", self.noun(of, many), demands(many));
        let (one, many) = (form(false), form(true));
        let owner = whose.as_ref().map(|whose| self.owned(whose, "").trim_end().to_owned());
        if self.uncounted(of) && matches!(quant, crate::ir::Quant::Bare | crate::ir::Quant::A) {
            return Np::one(owner.map_or_else(|| one.clone(), |owner| format!("{owner} {one}")));
        }
        let np = self.counted(quant, owner.as_deref(), &one, &many, bare);
        Np {
            bare_verb: np.bare_verb && !self.uncounted(of),
            ..np
        }
    }

    /// A role with its preposition.
    pub(super) fn role(&self, role: &Role, owner: &str) -> String {
        let name = role.name.as_ref();
        let text = self.arg(&role.arg, owner);
        if name == "what" || speaks_for_itself(&role.arg) {
            return text;
        }
        if let Arg::Place(place) = &role.arg {
            return self.toward(name, *place, owner);
        }
        if let (Arg::Time(time), "in") = (&role.arg, name) {
            return if time.this { text } else { format!("during {text}") };
        }
        if let Arg::Words(words) = &role.arg {
            return if name == "as" {
                self.as_words(words)
            } else {
                format!("{name} {text}")
            };
        }
        if matches!(role.arg, Arg::Cost(_)) && name == "for" && !text.starts_with(['{', '[', '(']) {
            return format!("for the cost \"{text}\"");
        }
        if let Arg::All(args) = &role.arg {
            let args: Vec<_> = args
                .iter()
                .map(|arg| {
                    self.role(
                        &Role {
                            name: role.name.clone(),
                            arg: arg.clone(),
                        },
                        owner,
                    )
                })
                .collect();
            return list(&args, "and");
        }
        format!("{} {text}", self.style.preposition(name))
    }

    /// `as 【REST】`, `rested`, `as a face-up marker`.
    fn as_words(&self, words: &[Name]) -> String {
        let (states, nouns): (Vec<_>, Vec<_>) = words.iter().partition(|word| {
            self.vocab
                .pick(word, |word, _| {
                    matches!(word.data, Data::State(_) | Data::Adj(_)).then_some(())
                })
                .is_some()
        });
        let states: Vec<_> = states.into_iter().map(|word| self.state(word)).collect();
        if nouns.is_empty() {
            let states = list(&states, "and");
            return if states.starts_with('【') {
                format!("as {states}")
            } else {
                states
            };
        }
        let nouns: Vec<_> = nouns.into_iter().map(|word| self.noun(word, false)).collect();
        let text = states.into_iter().chain(nouns).collect::<Vec<_>>().join(" ");
        format!("as {}", article(&text))
    }

    pub(super) fn arg(&self, arg: &Arg, owner: &str) -> String {
        match arg {
            Arg::Objects(of) => self.objects(*of, Bare::Many).object,
            Arg::Place(place) => self.place(*place, owner),
            Arg::Number(number) => self.number(*number),
            Arg::Compared(than) => self.comparison(than, false),
            Arg::Amount(amount) => self.amount(amount, Bare::Many).object,
            Arg::Icons(runs) => self.icons(runs),
            Arg::Words(words) => {
                let words: Vec<_> = words.iter().map(|word| self.state(word)).collect();
                list(&words, "and")
            }
            Arg::Order(order) => format!("in {} order", self.word(order)),
            Arg::Name(name) => format!("\"{}\"", unescaped(name)),
            Arg::Tag(tag) => self.style.tag(tag),
            Arg::Declare(quant, what) => {
                self.counted(quant, None, &self.noun(what, false), &self.noun(what, true), Bare::One)
                    .object
            }
            Arg::OneOf(words) => {
                let words: Vec<_> = words.iter().map(|word| self.word(word)).collect();
                list(&words, "or")
            }
            Arg::Cost(cost) => self.cost(*cost).bracketed(self.style),
            Arg::Without(word) if word == "cost" => "without paying its cost".into(),
            Arg::Without(word) => format!("without {}", self.word(word)),
            Arg::Time(time) => self.time(time),
            Arg::Event(event) => self.event(*event),
            Arg::Keyword(call) => self.keyword_name(call),
            Arg::Attr(of, attr) => self.owned(of, &self.word(attr)),
            Arg::Filter(filter) => self.demand(filter, false),
            Arg::Slot(_, name) => format!("the {}", self.given_name(name)),
            Arg::As(name) => format!("as the {}", self.given_name(name)),
            Arg::All(args) => {
                let args: Vec<_> = args.iter().map(|arg| self.arg(arg, owner)).collect();
                list(&args, "and")
            }
        }
    }

    /// A keyword inside a sentence: `[Flying]`, `Twin Drive`.
    pub(super) fn keyword_name(&self, call: &Call) -> String {
        let (name, rest) = self.called(call);
        self.style.keyword(&name, &rest)
    }

    /// The word of a call, and what stands behind it as the game prints it.
    pub(super) fn called(&self, call: &Call) -> (String, String) {
        let mut rest = call.text.strip_prefix(&call.name).unwrap_or("").to_owned();
        for arg in &call.args {
            match arg {
                Arg::Tag(tag) => rest = rest.replace(&format!("<{tag}>"), &self.style.tag(tag)),
                Arg::Name(name) => rest = rest.replace(name.as_str(), &unescaped(name)),
                _ => {}
            }
        }
        (self.spaced(&call.name), rest)
    }
}

/// Arguments whose text already has its preposition.
fn speaks_for_itself(arg: &Arg) -> bool {
    matches!(arg, Arg::Order(_) | Arg::Without(_) | Arg::Filter(_) | Arg::As(_))
}
