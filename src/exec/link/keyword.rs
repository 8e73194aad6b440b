//! Keywords that the game does itself: what the game needs of them becomes an ability that it can ask for.

use super::super::code::{
    Ability, Change, ChangeIx, ChangeOp, KeyArg, Obj, Op, Order, PatKind, PatSubject, Pattern, Pc, Place, Select, What,
    Who, Within, bits,
};
use super::super::tables::{Extra, NativeKind};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ast::Category;
use crate::ir::{AbilityId, Arg, Call, Line};
use crate::kernel::{AbilityIx, End, ZoneId};

/// How a keyword's ability differs from a written one.
pub(super) struct Native {
    pub(super) category: Category,
    pub(super) zones: u32,
    pub(super) extra: Extra,
    pub(super) offer: bool,
    pub(super) args: Vec<KeyArg>,
    /// The event it answers to, if the keyword says it.
    pub(super) pattern: Option<Pattern>,
}

fn zone_set(zones: &[ZoneId]) -> u32 {
    zones.iter().fold(0, |all, zone| all | zone.bit())
}

impl<'m> CardLinker<'_, 'm> {
    /// A line with a keyword that the game does itself.
    pub(super) fn native_line(
        &mut self,
        calls: &'m [Call],
        given: Option<AbilityId>,
        lines: &'m [Line],
        granted: bool,
        bits: u128,
        out: &mut Vec<AbilityIx>,
    ) -> Linked<()> {
        if given.is_none() && lines.is_empty() && calls.len() > 1 && calls.iter().all(|c| self.is_word(c)) {
            // Words in a row say nothing but that the card has them.
            return Ok(());
        }
        let [call] = calls else {
            return Err(Fail::limit(
                Limit::Keyword,
                "the engine takes such keywords one at a time",
            ));
        };
        if !lines.is_empty() {
            return Err(Fail::limit(
                Limit::Keyword,
                format!("the engine cannot give lines to {}", call.name),
            ));
        }
        if granted && self.tables().printed_only.contains(&call.name.as_ref()) {
            return Err(Fail::wording(
                format!("{} is asked of the printed card and cannot be given", call.name),
                "leave the keyword out, or say what it does as an ability or a rule of its own: `your … must enter field with …`",
            ));
        }
        let row = self
            .tables()
            .native_keywords
            .iter()
            .find(|(word, _)| *word == call.name);
        let Some((_, kind)) = row else {
            let unknown = format!("the engine does not know the keyword {}", call.name);
            return Err(self.unknown(&call.name, Fail::limit(Limit::Keyword, unknown)));
        };
        let mut native = Native {
            category: Category::Cont,
            zones: u32::MAX,
            extra: Extra::None,
            offer: false,
            args: self.key_args(call)?,
            pattern: None,
        };
        match kind {
            NativeKind::Word => {
                if given.is_some() || !native.args.is_empty() {
                    return Err(Fail::wording(
                        format!("{} takes nothing", call.name),
                        "leave out what stands behind the keyword",
                    ));
                }
                return Ok(());
            }
            NativeKind::Kept(zones) => {
                native.zones = zone_set(zones);
                native.category = Category::Play;
            }
            NativeKind::Act(zones, extra) => {
                native.zones = zone_set(zones);
                native.category = Category::Act;
                native.extra = *extra;
            }
            NativeKind::Enters(zones, into, first) => {
                native.category = Category::Auto;
                native.zones = zone_set(zones);
                native.pattern = Some(self.entering(*into, *first, &native.args)?);
            }
            NativeKind::Offer(zones) => {
                native.zones = zone_set(zones);
                let answers = given.is_some_and(|id| self.code()[id].trigger.is_some());
                native.offer = answers;
                native.category = if answers { Category::Auto } else { Category::Play };
            }
        }
        let ix = match given {
            Some(id) => self.ability(id, granted, bits, Some(&native))?,
            None => self.bare(call, bits, native),
        };
        out.push(ix);
        Ok(())
    }

    /// A line with words that stand for nothing but themselves: the card has them, with what is given to them.
    pub(super) fn marker(
        &mut self,
        calls: &'m [Call],
        granted: bool,
        bits: u128,
        out: &mut Vec<AbilityIx>,
    ) -> Linked<()> {
        let known = |call: &Call| self.tables().native_keywords.iter().any(|(word, _)| *word == call.name);
        if calls.iter().any(known) {
            return self.native_line(calls, None, &[], granted, bits, out);
        }
        for call in calls.iter().filter(|call| !call.args.is_empty()) {
            let native = Native {
                category: Category::Cont,
                zones: u32::MAX,
                extra: Extra::None,
                offer: false,
                args: self.key_args(call)?,
                pattern: None,
            };
            let ix = self.bare(call, bits, native);
            out.push(ix);
        }
        Ok(())
    }

    /// Whether a keyword is only a word to the game, and nothing is given to it here.
    pub(super) fn is_word(&self, call: &Call) -> bool {
        let mut rows = self.tables().native_keywords.iter();
        call.args.is_empty() && rows.any(|(word, kind)| *word == call.name && matches!(kind, NativeKind::Word))
    }

    /// A keyword without an effect: only its arguments count.
    fn bare(&mut self, call: &Call, bits: u128, native: Native) -> AbilityIx {
        let ability = Ability {
            def: self.def,
            category: native.category,
            keywords: bits,
            works: native.zones,
            says_where: false,
            works_face_down: false,
            gate: None,
            labelled: false,
            whiles: Vec::new(),
            condition: None,
            limit: None,
            triggers: Vec::new(),
            state: false,
            replaces: None,
            prevents: false,
            reads: super::super::code::reads::ALL,
            together: None,
            cost: None,
            extra: None,
            gated: false,
            chosen_cost: None,
            offered: None,
            announce: None,
            payment: None,
            x: [None; 2],
            brings: None,
            offer: false,
            args: native.args,
            pc: Pc::MAX,
            slots: 0,
            statics: Vec::new(),
            deps: 0,
            keys: 0,
            own: false,
            label: call.text.clone(),
            file: self.module.files.first().cloned().unwrap_or_default(),
            src: self.src,
            line: 0,
        };
        let ix = AbilityIx(u32::try_from(self.l.parts.abilities.len()).unwrap_or(u32::MAX));
        self.l.parts.abilities.push(ability);
        ix
    }

    fn key_args(&mut self, call: &'m Call) -> Linked<Vec<KeyArg>> {
        let mut out = Vec::new();
        for arg in &call.args {
            out.push(match arg {
                Arg::Number(n) => KeyArg::Num(self.num(*n)?),
                Arg::Icons(runs) => match runs.as_slice() {
                    [run] => KeyArg::Icons(self.price(&run.0)?),
                    _ => {
                        return Err(Fail::limit(
                            Limit::Keyword,
                            format!("the engine takes one row of icons for {}", call.name),
                        ));
                    }
                },
                Arg::Tag(tag) => KeyArg::Tag(self.tag_id(tag)),
                Arg::Name(name) => KeyArg::Name(self.name_id(name)),
                _ => {
                    return Err(Fail::limit(
                        Limit::Keyword,
                        format!("the engine cannot take that for {}", call.name),
                    ));
                }
            });
        }
        Ok(out)
    }

    /// A card with the type that an icon stands for comes into the zone under the player's control.
    fn entering(&mut self, zone: ZoneId, first: u8, args: &[KeyArg]) -> Linked<Pattern> {
        let [KeyArg::Icons(icons)] = args else {
            return Err(Fail::wording(
                "the engine needs the icon of a type",
                "write the icon of a type behind the keyword",
            ));
        };
        let mut types = 0;
        for icon in icons {
            let known = usize::from(icon.kind) < self.tables().icons.len();
            let bit = first.saturating_add(icon.kind);
            if !known || usize::from(bit) >= self.tables().types.len() {
                return Err(Fail::limit(Limit::Keyword, "no type of cards stands for that icon"));
            }
            types |= 1 << bit;
        }
        let to = self.zone_list(vec![(zone, self.all_positions(zone))]);
        let kind = PatKind::Move {
            tag: None,
            from: None,
            to: Some(to),
            end: None,
            within: Within::No,
            enters: true,
        };
        Ok(Pattern {
            keys: self.keys(&kind),
            kind,
            subject: PatSubject::Fits(Box::new(Select {
                whose: Some(Who::You),
                types,
                ..Select::default()
            })),
            object: None,
            who: None,
            amount: None,
            by: None,
            during: Vec::new(),
            would: false,
            together: None,
            from: None,
            to: None,
            about_object: false,
            free: false,
            in_all: false,
        })
    }

    /// The abilities that an ability brings to its card.
    pub(super) fn brought(&mut self, lines: &'m [Line]) -> Linked<Option<ChangeIx>> {
        if lines.is_empty() {
            return Ok(None);
        }
        let mut abilities = Vec::new();
        let mut keywords = 0;
        for line in lines {
            self.granted(line, &mut abilities, &mut keywords)?;
        }
        let layer = self.tables().layers.abilities;
        Ok(Some(self.add_change(Change {
            op: ChangeOp::Abilities(abilities, keywords),
            per: None,
            each: false,
            during: None,
            only: None,
            next: None,
            layer,
            reads: 0,
            writes: bits::ABILITIES,
        })))
    }

    /// What an ability costs besides its cost.
    pub(super) fn extra_cost(&mut self, extra: Extra) {
        let this = self.add_obj(Obj::This);
        let out = self.fresh();
        match extra {
            Extra::None => {}
            Extra::Send(zone, tag) => {
                let to = self.add_place(Place::Zone {
                    zones: vec![(zone, u16::MAX)],
                    whose: None,
                    empty: false,
                    end: End::Top,
                });
                self.emit(Op::Move {
                    what: What::Objs(this),
                    to,
                    tag,
                    orient: None,
                    face_down: None,
                    side: None,
                    order: Order::Owner,
                    out,
                    done: None,
                });
            }
            Extra::Reveal => {
                self.emit(Op::Show {
                    what: What::Objs(this),
                    all: true,
                    until: None,
                    out,
                    done: None,
                });
            }
        }
    }
}
