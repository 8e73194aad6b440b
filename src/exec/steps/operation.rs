//! One operation in words.

use super::word::{at, bits, joined};
use super::{Lines, Reader};
use crate::exec::code::{CondIx, Declare, Lasting, Lay, Made, ModeOption, NumIx, Op, Order, Side, SlotIx};

impl Reader<'_> {
    /// Where the cards and their number are kept, as far as something speaks of them.
    fn kept_both(&self, cards: Option<SlotIx>, number: Option<SlotIx>) -> String {
        self.kept("", cards) + &self.kept("how many: ", number)
    }

    pub(super) fn lasting(&self, lasting: &Lasting) -> String {
        match lasting {
            Lasting::Game => "for the rest of the game".to_owned(),
            Lasting::Until(when) => format!("until {}", self.when(when)),
            Lasting::While(cond) => format!("while {}", self.cond(*cond)),
            Lasting::Here => "as long as the card stays what it is".to_owned(),
            Lasting::Event(pattern) => format!("until this happens: {}", self.pattern(*pattern)),
        }
    }

    pub(super) fn mode_count(&self, count: (NumIx, NumIx), overrides: &[((NumIx, NumIx), CondIx)]) -> String {
        let range = |(least, most): (NumIx, NumIx)| format!("{} to {}", self.num(least), self.num(most));
        let mut text = range(count);
        for (count, cond) in overrides {
            text = format!("{text}, or {} if {}", range(*count), self.cond(*cond));
        }
        text
    }

    pub(super) fn mode_cond(&self, option: &ModeOption) -> String {
        let ModeOption { cond, pc: _ } = option;
        cond.map_or_else(String::new, |c| format!(" (only if {})", self.cond(c)))
    }

    /// Writes the line of an operation that does not lead elsewhere; gives false for those that do.
    pub(super) fn operation(&self, op: &Op, lines: &mut Lines) -> bool {
        // A number that nothing speaks of is not worth a line.
        if matches!(op, Op::Set(at, _) if self.kept("", *at).is_empty()) {
            return true;
        }
        let Some(text) = self.sentence(op) else {
            return false;
        };
        lines.add(text);
        match op {
            Op::Apply { changes, .. } => lines.inside(|lines| self.changes(changes, lines)),
            Op::Delay { ability, .. } => self.given(&[*ability], lines),
            _ => {}
        }
        true
    }

    fn sentence(&self, op: &Op) -> Option<String> {
        Some(match op {
            Op::End
            | Op::Jump(_)
            | Op::Unless(..)
            | Op::Announce { .. }
            | Op::Modes { .. }
            | Op::NextMode(..)
            | Op::May { .. }
            | Op::Offer { .. }
            | Op::PayStart(_)
            | Op::PayEnd
            | Op::Announced
            | Op::Each(..)
            | Op::NextEach(..)
            | Op::EachPlayer(_)
            | Op::NextPlayer(..)
            | Op::Countdown(..) => return None,
            Op::Freeze(_)
            | Op::Set(..)
            | Op::Recheck(..)
            | Op::Copy(..)
            | Op::Join(..)
            | Op::Keep(..)
            | Op::KeepFor(..)
            | Op::Declare(..) => self.keeping(op)?,
            Op::Choose(..) | Op::Target(..) | Op::Divide { .. } | Op::ChooseCell(..) => self.choosing(op)?,
            Op::Produce { .. } | Op::PayIcons(..) | Op::Pay(..) => self.paying(op)?,
            Op::Move { .. }
            | Op::Draw { .. }
            | Op::Flip { .. }
            | Op::Create { .. }
            | Op::Shuffle(..)
            | Op::Exchange { .. }
            | Op::Searched(_)
            | Op::PlayCard { .. } => self.moving(op)?,
            Op::Show { .. } | Op::Turn { .. } | Op::Face { .. } => self.turning(op)?,
            Op::Damage { .. }
            | Op::Mend { .. }
            | Op::Life { .. }
            | Op::Counters { .. }
            | Op::Prevent { .. }
            | Op::SetValue { .. } => self.counting(op)?,
            Op::Apply {
                target,
                changes: _,
                lasting,
            } => format!("{}, {}:", self.apply_to(target), self.lasting(lasting)),
            Op::Delay {
                ability: _,
                once,
                lasting,
            } => {
                let once = if *once { "once" } else { "every time" };
                format!("from now on, {once}, {}:", self.lasting(lasting))
            }
            Op::Native { .. } => self.native_operation(op)?,
            Op::Actor(who) => format!("from here on {} acts", self.who(who)),
            Op::ExtraTurn(who, at) => format!("{} takes an extra turn{}", self.who(who), self.kept("", *at)),
            Op::Nullify { cards, raised, done } => {
                let what = raised.map_or_else(
                    || "all continuous effects".to_owned(),
                    |attr| format!("effects that raise {}", self.attr(attr)),
                );
                format!(
                    "{what} of {} do nothing{}",
                    self.obj(*cards),
                    self.kept_both(None, Some(*done))
                )
            }
            Op::ExtraPhase(who, time) => format!("{} has one more {}", self.who(who), self.time(*time)),
            Op::Finish(who, true) => format!("{} wins the game", self.who(who)),
            Op::Finish(who, false) => format!("{} loses the game", self.who(who)),
            Op::Carried(None) => "what the shorthand stands for ends here, and is told".to_owned(),
            Op::Carried(Some(done)) => format!(
                "what the shorthand stands for ends here, and is told unless {} is 0",
                self.slot(*done)
            ),
            Op::Within(call) => {
                let word = self.pool.keywords.get_index(usize::from(call.saturating_sub(1)));
                format!("what `{}` stands for:", word.map_or("", String::as_str))
            }
            Op::Skip(who, time) => format!("{} skips the next {}", self.who(who), self.time(*time)),
            Op::Host(n) => format!("the host does it ({n})"),
        })
    }

    /// Damage, counters and the numbers of players.
    fn counting(&self, op: &Op) -> Option<String> {
        Some(match op {
            Op::Damage {
                by,
                amount,
                to,
                divided,
                tag,
                done,
            } => {
                let by = by.map_or_else(|| "this card".to_owned(), |by| self.obj(by));
                let each = divided.map_or_else(
                    || self.num(*amount),
                    |parts| format!("the parts from {} on", self.slot(parts)),
                );
                let tag = tag.map_or_else(String::new, |tag| self.by_word(tag));
                format!(
                    "{by} deals {each} damage{tag} to each of {}{}",
                    self.obj(*to),
                    self.kept_both(None, Some(*done))
                )
            }
            Op::Mend { what, amount, done } => {
                let amount = amount.map_or_else(|| "all".to_owned(), |n| self.num(n));
                format!(
                    "take {amount} damage off {}{}",
                    self.obj(*what),
                    self.kept_both(None, Some(*done))
                )
            }
            Op::Life {
                who,
                amount,
                gain,
                done,
            } => format!(
                "{} {} {} {}{}",
                self.who(who),
                if *gain { "gains" } else { "loses" },
                self.num(*amount),
                self.player_attr(self.pool.tables.life),
                self.kept_both(None, Some(*done))
            ),
            Op::Counters {
                what,
                kind,
                count,
                put,
                done,
            } => {
                let count = count.map_or_else(|| "all".to_owned(), |n| self.num(n));
                let (verb, word) = if *put {
                    ("put", "on each of")
                } else {
                    ("take", "from each of")
                };
                let what = self.obj(*what);
                format!(
                    "{verb} {count} {} counters {word} {what}{}",
                    self.counter(*kind),
                    self.kept_both(None, Some(*done))
                )
            }
            Op::Prevent {
                to,
                amount,
                of,
                pattern,
                lasting,
            } => {
                let amount = amount.map_or_else(|| "all".to_owned(), |n| format!("the next {}", self.num(n)));
                let kinds = if *of == u64::MAX {
                    String::new()
                } else {
                    format!(" ({})", self.notes(*of))
                };
                let exactly = pattern.map_or_else(String::new, |p| format!(", only: {}", self.pattern(p)));
                format!(
                    "prevent {amount} damage{kinds} to {}{exactly}, {}",
                    self.obj(*to),
                    self.lasting(lasting)
                )
            }
            Op::SetValue { who, val, to } => format!(
                "{} of {} becomes {}",
                self.player_attr(*val),
                self.who(who),
                self.num(*to)
            ),
            _ => return None,
        })
    }

    /// How cards lie, and who sees them.
    fn turning(&self, op: &Op) -> Option<String> {
        Some(match op {
            Op::Show {
                what,
                all,
                until,
                out,
                done,
            } => {
                let verb = if *all { "reveal" } else { "look at" };
                let until = until
                    .as_ref()
                    .map_or_else(String::new, |f| format!(" until one comes with: {}", self.filters(f)));
                format!("{verb} {}{until}{}", self.what(what), self.kept_both(Some(*out), *done))
            }
            Op::Turn {
                what,
                orient,
                out,
                done,
            } => {
                format!(
                    "{} becomes {}{}",
                    self.what(what),
                    self.orient(*orient),
                    self.kept_both(Some(*out), *done)
                )
            }
            Op::Face {
                what,
                down,
                tag,
                out,
                done,
            } => {
                let way = if *down { "down" } else { "up" };
                format!(
                    "turn {} face {way}{}{}",
                    self.what(what),
                    self.by_word(*tag),
                    self.kept_both(Some(*out), *done)
                )
            }
            _ => return None,
        })
    }

    /// What goes from place to place.
    fn moving(&self, op: &Op) -> Option<String> {
        Some(match op {
            Op::Move { .. } => self.moved(op)?,
            Op::Draw {
                who,
                count,
                up_to,
                out,
                done,
            } => {
                let up_to = if *up_to { "up to " } else { "" };
                format!(
                    "{} draws {up_to}{}{}",
                    self.who(who),
                    self.num(*count),
                    self.kept_both(Some(*out), *done)
                )
            }
            Op::Flip { what, out, done } => {
                format!(
                    "flip {} into {}{}",
                    self.what(what),
                    self.zone(self.pool.tables.resolution),
                    self.kept_both(Some(*out), *done)
                )
            }
            Op::Create {
                made,
                count,
                to,
                tag,
                orient,
                out,
                done,
            } => {
                let orient = orient.map_or_else(String::new, |o| format!(", {}", self.orient(o)));
                format!(
                    "make {} of {} and put it into {}{}{orient}{}",
                    self.num(*count),
                    self.made(made),
                    self.destination(*to),
                    self.by_word(*tag),
                    self.kept_both(Some(*out), *done)
                )
            }
            Op::Searched(place) => format!("tell that {} was searched", self.place(*place)),
            Op::Shuffle(place, None) => format!("shuffle {}", self.place(*place)),
            Op::Shuffle(place, Some(found)) => format!("shuffle {}, without {}", self.place(*place), self.slot(*found)),
            Op::Exchange {
                a,
                b,
                orient,
                out,
                done,
            } => {
                let with = b.map_or_else(String::new, |b| format!(" with {}", self.obj(b)));
                let so = orient.map_or_else(String::new, |o| format!(", {}", self.orient(o)));
                format!(
                    "exchange {}{with}{so}{}",
                    self.obj(*a),
                    self.kept_both(Some(*out), *done)
                )
            }
            Op::PlayCard {
                what,
                free,
                price,
                done,
            } => {
                let free = if *free { " without paying" } else { "" };
                let price = price.map_or_else(String::new, |n| format!(" for {} in place of its price", self.num(n)));
                format!("play {}{free}{price}{}", self.obj(*what), self.kept_both(None, *done))
            }
            _ => return None,
        })
    }

    /// A move with all that it says about its end.
    fn moved(&self, op: &Op) -> Option<String> {
        let Op::Move {
            what,
            to,
            tag,
            orient,
            face_down,
            side,
            order,
            out,
            done,
        } = op
        else {
            return None;
        };
        let mut text = format!(
            "put {} into {}{}",
            self.what(what),
            self.destination(*to),
            self.by_word(*tag)
        );
        if let Some(orient) = orient {
            text = format!("{text}, {}", self.orient(*orient));
        }
        if let Some(down) = face_down {
            text = format!("{text}, face {}", if *down { "down" } else { "up" });
        }
        if let Some(side) = side {
            text = format!("{text}, with {} up", self.side(side));
        }
        text.push_str(match order {
            Order::Owner => "",
            Order::Actor => ", in an order of the player's choice",
            Order::Random => ", in random order",
            Order::Kept => ", in the order in which they lay or were shown",
        });
        Some(text + &self.kept_both(Some(*out), *done))
    }

    /// What is produced and paid.
    fn paying(&self, op: &Op) -> Option<String> {
        Some(match op {
            Op::Produce { runs, done } => {
                let runs: Vec<String> = runs.iter().map(|run| self.icons(run)).collect();
                format!("produce {}{}", joined(&runs, "or"), self.kept_both(None, *done))
            }
            Op::PayIcons(icons, done) => format!("pay {}{}", self.icons(icons), self.kept_both(None, *done)),
            Op::Pay(n, done) => format!("pay {}{}", self.num(*n), self.kept_both(None, *done)),
            _ => return None,
        })
    }

    /// What players choose.
    fn choosing(&self, op: &Op) -> Option<String> {
        Some(match op {
            Op::Choose(pick, at) => format!("choose while resolving: {}{}", self.pick(*pick), self.kept("", *at)),
            Op::Target(pick, at) => format!(
                "choose while playing, as targets: {} -> {}",
                self.pick(*pick),
                self.slot(*at)
            ),
            Op::Divide {
                among,
                total,
                step,
                parts,
            } => format!(
                "divide {} among {} in steps of {} -> {} and following",
                self.num(*total),
                self.slot(*among),
                self.num(*step),
                self.slot(*parts)
            ),
            Op::ChooseCell(place, at) => format!("choose a position of {}{}", self.place(*place), self.kept("", *at)),
            _ => return None,
        })
    }

    /// What is remembered for later.
    fn keeping(&self, op: &Op) -> Option<String> {
        Some(match op {
            Op::Freeze(conds) => {
                let each =
                    |(at, cond): &(SlotIx, CondIx)| format!("whether {}{}", self.cond(*cond), self.kept("", *at));
                format!(
                    "once, now: {}",
                    joined(&conds.iter().map(each).collect::<Vec<_>>(), "and")
                )
            }
            Op::Set(at, n) => format!("keep {}{}", self.num(*n), self.kept("the number ", *at)),
            Op::Recheck(pick, at) => format!(
                "keep of {} what still is one of {}",
                self.slot(*at),
                self.obj(self.pool.pick(*pick).from)
            ),
            Op::Copy(from, to) => format!("keep {}{}", self.slot(*from), self.kept("", *to)),
            Op::Join(from, to) => {
                let from: Vec<String> = from.iter().map(|s| self.slot(*s)).collect();
                let together = if from.len() > 1 { " together" } else { "" };
                format!("keep {}{together}{}", joined(&from, "and"), self.kept("", *to))
            }
            Op::Keep(objs, at) => format!("keep {}{}", self.obj(*objs), self.kept("", *at)),
            Op::KeepFor(from, to) => format!(
                "keep {} for the player who acts{}",
                self.slot(*from),
                self.kept("", *to)
            ),
            Op::Declare(what, at) => format!("declare {}{}", self.declared(what), self.kept("", *at)),
            _ => return None,
        })
    }

    fn native_operation(&self, op: &Op) -> Option<String> {
        let Op::Native {
            verb,
            who,
            what,
            to,
            count,
            word,
            certain,
            lay,
            out,
            done,
        } = op
        else {
            return None;
        };
        let mut text = self.native(*verb);
        if let Some(who) = who {
            text = format!("{} does: {text}", self.who(who));
        }
        if let Some(n) = count {
            text = format!("{text} {}", self.num(*n));
        }
        if let Some(what) = what {
            text = format!("{text} {}", self.obj(*what));
        }
        if let Some(to) = to {
            text = format!("{text}, to {}", self.obj(*to));
        }
        if *word != 0 {
            text = format!("{text}, with {}", self.word_icon(*word));
        }
        for bit in bits(u128::from(*certain)) {
            let row = self.pool.tables.certainties.get(bit);
            text = format!(
                "{text}, which cannot {}",
                row.map_or("be stopped", |(_, cannot)| cannot)
            );
        }
        Some(format!("{text}{}{}", self.lay(lay), self.kept_both(*out, *done)))
    }

    fn lay(&self, lay: &Lay) -> String {
        let Lay {
            place,
            apart,
            face,
            orient,
            made,
            name,
        } = lay;
        let mut text = place.map_or_else(String::new, |place| format!(", into {}", self.destination(place)));
        if *apart {
            text.push_str(", each in a position of its own");
        }
        if let Some(down) = face {
            text = format!("{text}, face {}", if *down { "down" } else { "up" });
        }
        if let Some(orient) = orient {
            text = format!("{text}, {}", self.orient(*orient));
        }
        if let Some(made) = made {
            text = format!("{text}, the token {}", self.made(made));
        }
        if let Some(name) = name {
            text = format!("{text}, the name \"{}\"", self.pool.name(*name));
        }
        text
    }

    fn side(&self, side: &Side) -> String {
        match side {
            Side::Type(types) => format!("the {} side", self.types(*types)),
            Side::Other => "the other side".to_owned(),
        }
    }

    fn made(&self, made: &Made) -> String {
        let token = |def: &crate::kernel::DefId| format!("\"{}\"", self.pool.def(*def).name);
        match made {
            Made::Def(def) => token(def),
            Made::Several(all) => {
                let all: Vec<String> = all
                    .iter()
                    .map(|(def, n)| format!("{} {}", self.num(*n), token(def)))
                    .collect();
                joined(&all, "and")
            }
            Made::Chosen(slots, _) => {
                let slots: Vec<String> = slots.iter().map(|at| self.slot(*at)).collect();
                format!("what was chosen as {}", joined(&slots, "and"))
            }
            Made::NameOf(objs) => format!("the token with the name of {}", self.obj(*objs)),
            Made::Copy(objs) => format!("a copy of {}", self.obj(*objs)),
            Made::Word(at, words) => {
                let table = self.pool.tables.words;
                let word = |bit: &u8| table.get(usize::from(*bit)).map_or("", |(_, word)| *word);
                let words: Vec<String> = words
                    .iter()
                    .map(|(bit, def)| format!("{} for {}", token(def), word(bit)))
                    .collect();
                format!(
                    "the one of what was declared as {} ({})",
                    self.slot(*at),
                    joined(&words, "or")
                )
            }
        }
    }

    fn declared(&self, declare: &Declare) -> String {
        match declare {
            Declare::Number(least, most) => format!("a number from {} to {}", self.num(*least), self.num(*most)),
            Declare::Payable => "a number that can be paid".to_owned(),
            Declare::Life => format!(
                "a number in steps of 100, up to the player's {}",
                self.player_attr(self.pool.tables.life)
            ),
            Declare::Name => "a name of a card".to_owned(),
            Declare::Made(defs, may_stop) => {
                let names: Vec<String> = defs.iter().map(|d| format!("\"{}\"", self.pool.def(*d).name)).collect();
                format!(
                    "which is made: {}{}",
                    joined(&names, "or"),
                    if *may_stop { ", or none" } else { "" }
                )
            }
            Declare::Word(words) => format!("one of {}", self.words(*words)),
            Declare::Type(types) => format!("a type: {}", self.types(*types)),
            Declare::Tag(among, attr) => {
                let among = among.map_or_else(String::new, |objs| format!(" of {}", self.obj(objs)));
                let attr = attr.map_or_else(
                    || "tag".to_owned(),
                    |a| at(self.pool.tables.tag_attrs, usize::from(a), "tags"),
                );
                format!("a {attr}{among}")
            }
        }
    }
}
