use super::*;
use crate::ast::Category;
use crate::ir::*;
use crate::vocab;
use indexmap::IndexMap;

/// Builds cards by hand.
#[derive(Default)]
struct Build {
    code: Code,
}

impl Build {
    fn num(&mut self, number: i64) -> ExprId {
        self.code.add_expr(Expr::Num(number))
    }

    fn this(&mut self) -> ObjId {
        self.code.add_object(Objects::This)
    }

    fn it(&mut self, slot: u16) -> ObjId {
        self.code.add_object(Objects::Slot(SlotId(slot), RefWord::It))
    }

    fn zone(&mut self, name: &'static str, whose: Option<Who>) -> PlaceId {
        self.code.add_place(Place {
            kind: PlaceKind::Zone(vec![name.into()], Vec::new()),
            whose,
            quant: None,
        })
    }

    fn select(&mut self, quant: Quant, noun: &'static str, change: impl FnOnce(&mut Selector)) -> ObjId {
        let mut selector = Selector {
            quant,
            whose: None,
            filters: Vec::new(),
            descs: vec![Desc {
                noun: Some(noun.into()),
                filters: Vec::new(),
            }],
            places: Vec::new(),
            default_zones: Vec::new(),
            among: None,
            other: false,
            target: false,
            random: false,
            next: false,
            slot: None,
            named: None,
        };
        change(&mut selector);
        self.code.add_object(Objects::Select(Box::new(selector)))
    }

    fn act(&mut self, verb: &'static str, roles: Vec<(&'static str, Arg)>, slot: Option<u16>) -> StmtId {
        let roles = roles
            .into_iter()
            .map(|(name, arg)| Role { name: name.into(), arg })
            .collect();
        self.code.add_stmt(Stmt::Do {
            verb: verb.into(),
            call: None,
            roles,
            slot: slot.map(SlotId),
            choice: None,
            per: None,
            durations: Vec::new(),
            defs: Vec::new(),
        })
    }

    fn event(&mut self, kind: EventKind, subject: Subject, roles: Vec<(&'static str, Arg)>) -> EventId {
        let roles = roles
            .into_iter()
            .map(|(name, arg)| Role { name: name.into(), arg })
            .collect();
        self.code.add_event(Event {
            kind,
            subject: Some(subject),
            roles,
            ..Event::none()
        })
    }

    fn gain(&mut self, subject: ObjId, grants: Vec<Grant>) -> StmtId {
        let durations = vec![Duration::Until(end_of("turn"))];
        self.code.add_stmt(Stmt::Gain {
            subject: Subject::Objects(subject),
            lose: false,
            grants,
            durations,
            per: None,
            defs: Vec::new(),
        })
    }

    fn delta(&mut self, attr: &'static str, by: i64) -> Delta {
        Delta {
            attr: attr.into(),
            minus: by < 0,
            by: self.num(by.abs()),
        }
    }

    fn cost(&mut self, parts: Vec<StmtId>) -> CostId {
        self.code.add_cost(Cost {
            parts,
            ..Cost::default()
        })
    }

    /// The only paragraph of a card with this ability.
    fn print(self, game: &str, ability: Ability) -> String {
        let mut build = self;
        let id = build.code.add_ability(ability);
        build.print_line(game, Line::Ability(id), Vec::new())
    }

    fn print_line(self, game: &str, line: Line, definitions: Vec<Definition>) -> String {
        let type_word = if game == "evolve" { "follower" } else { "character" };
        let face = Face {
            side: None,
            name: None,
            id: None,
            types: vec![type_word.into()],
            attrs: IndexMap::new(),
            lines: vec![line],
            text: None,
            note: None,
        };
        let whole = Card {
            name: "Mio".into(),
            id: None,
            set: None,
            token: false,
            faces: vec![face],
            code: self.code,
            src: Src(0, 0, 0),
        };
        let text = card(&whole, &module(game, definitions), vocab::game(game).expect("a game"));
        text.lines().nth(1).expect("a paragraph").to_owned()
    }
}

fn module(game: &str, definitions: Vec<Definition>) -> Module {
    Module {
        version: VERSION,
        game: game.into(),
        editions: Vec::new(),
        files: Vec::new(),
        cards: Vec::new(),
        definitions,
        counters: Vec::new(),
        states: Vec::new(),
        groups: IndexMap::new(),
        decks: Vec::new(),
        tests: Vec::new(),
    }
}

fn end_of(span: &'static str) -> TimeRef {
    TimeRef {
        edge: Some(Boundary::End),
        span: span.into(),
        whose: None,
        of: None,
        within: None,
        next: false,
        this: false,
        each: false,
        named: None,
    }
}

fn ability(category: Category) -> Ability {
    Ability {
        category,
        ..Ability::empty()
    }
}

fn named(name: &str, text: &str) -> Call {
    Call {
        name: name.into(),
        args: Vec::new(),
        text: text.into(),
    }
}

#[test]
fn a_weiss_trigger_with_an_optional_cost() {
    let mut b = Build::default();
    let (this, one) = (b.this(), b.num(1));
    let (stage, hand, yours) = (
        b.zone("stage", None),
        b.zone("hand", None),
        b.zone("hand", Some(Who::You)),
    );
    let room = b.zone("waiting-room", Some(Who::You));
    let placed = b.event(
        EventKind::Done("place".into()),
        Subject::Objects(this),
        vec![("on", Arg::Place(stage)), ("from", Arg::Place(hand))],
    );
    let pay = b.act("pay", vec![("what", Arg::Number(one))], None);
    let card = b.select(Quant::Exactly(one), "card", |_| {});
    let put = b.act(
        "put",
        vec![
            ("what", Arg::Objects(card)),
            ("from", Arg::Place(yours)),
            ("into", Arg::Place(room)),
        ],
        None,
    );
    let cost = b.cost(vec![pay, put]);
    let draw = b.act("draw", vec![("what", Arg::Number(one))], None);
    let whole = Ability {
        trigger: Some(Trigger::Events(vec![placed])),
        cost: Some((cost, CostUse::Optional)),
        labels: vec![Label {
            call: named("CXCombo", "CXCombo"),
            gate: None,
        }],
        limit: Some(Limit {
            times: one,
            per: vec!["turn".into()],
        }),
        body: vec![draw],
        ..ability(Category::Auto)
    };
    assert_eq!(
        b.print("weiss", whole),
        "【AUTO】【CXCOMBO】 [(1) Put 1 card from your hand into your waiting room] When this card is placed on the stage from your hand, you may pay the cost. \
         If you do, draw 1 card. This ability activates up to 1 time per turn."
    );
}

#[test]
fn a_choice_and_what_is_done_with_it_are_one_sentence() {
    let mut b = Build::default();
    let (one, two) = (b.num(1), b.num(2));
    let chosen = b.select(Quant::Exactly(one), "character", |s| {
        s.whose = Some(Who::You);
        s.other = true;
        s.filters = vec![
            Filter::Tag("Lantern".into()),
            Filter::Attr(
                "level".into(),
                Comparison {
                    how: Compare::OrLess,
                    with: two,
                },
            ),
        ];
    });
    let choose = b.act("choose", vec![("what", Arg::Objects(chosen))], Some(0));
    let it = b
        .code
        .add_object(Objects::Slot(SlotId(0), RefWord::That("character".into())));
    let delta = b.delta("power", 1000);
    let gain = b.gain(it, vec![Grant::Delta(delta)]);
    let whole = Ability {
        body: vec![choose, gain],
        ..ability(Category::Play)
    };
    assert_eq!(
        b.print("weiss", whole),
        "Choose 1 of your other 《Lantern》 level 2 or lower characters, and that character gets +1000 power until end of turn."
    );
}

#[test]
fn a_vanguard_gate_zone_and_limit_stand_in_the_head() {
    let mut b = Build::default();
    let (this, one) = (b.this(), b.num(1));
    let circle = b.zone("RC", None);
    let vanguard = b.select(Quant::A, "vanguard", |_| {});
    let attacks = b.event(
        EventKind::Does(vec!["attack".into()]),
        Subject::Objects(this),
        vec![("what", Arg::Objects(vanguard))],
    );
    let blast = b.act("counter-blast", vec![("what", Arg::Number(one))], None);
    let cost = b.cost(vec![blast]);
    let delta = b.delta("power", 5000);
    let gain = b.gain(this, vec![Grant::Delta(delta)]);
    let whole = Ability {
        works: Some(circle),
        labels: vec![Label {
            call: named("Limit-Break", "Limit-Break 4"),
            gate: None,
        }],
        limit: Some(Limit {
            times: one,
            per: vec!["turn".into()],
        }),
        trigger: Some(Trigger::Events(vec![attacks])),
        cost: Some((cost, CostUse::Optional)),
        body: vec![gain],
        ..ability(Category::Auto)
    };
    assert_eq!(
        b.print("vanguard", whole),
        "[AUTO](RC) Limit Break 4 1/Turn: COST [Counter Blast (1)] When this unit attacks a vanguard, you may pay the cost. If you do, this unit gets [Power]+5000 until end of turn."
    );
}

#[test]
fn an_evolve_cost_is_made_of_signs() {
    let mut b = Build::default();
    let (this, one, two) = (b.this(), b.num(1), b.num(2));
    let pay = b.act("pay", vec![("what", Arg::Number(two))], None);
    let engage = b.act("engage", vec![("what", Arg::Objects(this))], None);
    let cost = b.cost(vec![pay, engage]);
    let enemy = b.select(Quant::Exactly(one), "follower", |s| {
        s.whose = Some(Who::Opponent);
        s.default_zones = vec!["field".into()];
    });
    let select = b.act("select", vec![("what", Arg::Objects(enemy))], Some(0));
    let it = b.it(0);
    let damage = Amount {
        quant: Quant::Exactly(two),
        of: "damage".into(),
        kinds: Vec::new(),
        whose: None,
        filters: Vec::new(),
    };
    let deal = b.act(
        "deal",
        vec![("what", Arg::Amount(damage)), ("to", Arg::Objects(it))],
        None,
    );
    let (attack, defense) = (b.delta("attack", 1), b.delta("defense", 1));
    let gain = b.gain(this, vec![Grant::Pair(attack, defense)]);
    let whole = Ability {
        cost: Some((cost, CostUse::Required)),
        body: vec![select, deal, gain],
        ..ability(Category::Act)
    };
    assert_eq!(
        b.print("evolve", whole),
        "[act] [cost02], [engage]: Select 1 enemy follower, and deal 2 damage to it. This follower gains [attack]+1/[defense]+1 until end of turn."
    );
}

#[test]
fn force_of_will_puts_arrows_behind_the_trigger_and_joins_options() {
    let mut b = Build::default();
    let (this, one) = (b.this(), b.num(1));
    let attacks = b.event(
        EventKind::Does(vec!["attack".into()]),
        Subject::Objects(this),
        Vec::new(),
    );
    let target = b.select(Quant::Exactly(one), "resonator", |s| s.target = true);
    let destroy = b.act("destroy", vec![("what", Arg::Objects(target))], None);
    let (atk, def) = (b.delta("ATK", 500), b.delta("DEF", 500));
    let gain = b.gain(target, vec![Grant::Pair(atk, def)]);
    let option = |body| ModalOption {
        name: None,
        limit: None,
        condition: None,
        cost: None,
        body,
    };
    let modal = b.code.add_stmt(Stmt::Modal {
        verb: "choose".into(),
        quant: Quant::Exactly(one),
        overrides: Vec::new(),
        options: vec![option(vec![destroy]), option(vec![gain])],
        time: ChoiceTime::Play,
    });
    let whole = Ability {
        trigger: Some(Trigger::Events(vec![attacks])),
        body: vec![modal],
        ..ability(Category::Auto)
    };
    assert_eq!(
        b.print("fow", whole),
        "When this card attacks >>> Choose 1 — Destroy target resonator; or Target resonator gains [+500/+500] until end of turn."
    );
}

#[test]
fn long_numbers_become_letters_that_are_explained_behind() {
    let mut b = Build::default();
    let (this, hundreds) = (b.this(), b.num(500));
    let mine = b.select(Quant::Bare, "character", |s| s.whose = Some(Who::You));
    let count = b.code.add_expr(Expr::Count(mine));
    let by = b.code.add_expr(Expr::Op(NumOp::Mul, hundreds, count));
    let gain = b.gain(
        this,
        vec![Grant::Delta(Delta {
            attr: "power".into(),
            minus: false,
            by,
        })],
    );
    let whole = Ability {
        body: vec![gain],
        ..ability(Category::Cont)
    };
    assert_eq!(
        b.print("weiss", whole),
        "【CONT】 This card gets +X power until end of turn. X is equal to 500 times the number of your characters."
    );
}

#[test]
fn others_act_in_the_third_person_and_a_refusal_is_said() {
    let mut b = Build::default();
    let (one, two) = (b.num(1), b.num(2));
    let pay = b.act("pay", vec![("what", Arg::Number(two))], None);
    let cost = b.cost(vec![pay]);
    let may = b.code.add_stmt(Stmt::May {
        who: Who::Opponent,
        cost: Some(cost),
        body: Vec::new(),
    });
    let draw = b.act("draw", vec![("what", Arg::Number(one))], None);
    let actor = b.code.add_stmt(Stmt::Actor {
        who: Who::Opponent,
        body: vec![draw],
    });
    let otherwise = b.code.add_stmt(Stmt::Otherwise(may, vec![actor]));
    let whole = Ability {
        body: vec![may, otherwise],
        ..ability(Category::Play)
    };
    assert_eq!(
        b.print("weiss", whole),
        "Your opponent may pay (2). If they do not, your opponent draws 1 card."
    );
}

#[test]
fn a_replacement_says_instead() {
    let mut b = Build::default();
    let this = b.this();
    let destroyed = b.event(EventKind::Done("destroy".into()), Subject::Objects(this), Vec::new());
    b.code.events.iter_mut().for_each(|event| event.would = true);
    let two = b.num(2);
    let cemetery = b.zone("cemetery", Some(Who::You));
    let cards = b.select(Quant::Exactly(two), "card", |_| {});
    let banish = b.act(
        "banish",
        vec![("what", Arg::Objects(cards)), ("from", Arg::Place(cemetery))],
        None,
    );
    let whole = Ability {
        trigger: Some(Trigger::Events(vec![destroyed])),
        replaces: Some(Replacement { may: true }),
        body: vec![banish],
        ..ability(Category::Cont)
    };
    assert_eq!(
        b.print("evolve", whole),
        "If this follower would be destroyed, you may banish 2 cards from your cemetery instead."
    );
}

#[test]
fn a_keyword_shows_its_mark_cost_and_reminder() {
    let mut b = Build::default();
    let one = b.num(1);
    let pay = b.act("pay", vec![("what", Arg::Number(one))], None);
    let cost = b.cost(vec![pay]);
    let meaning = b.code.add_ability(ability(Category::Auto));
    let line = Line::Keyword {
        labels: Vec::new(),
        calls: vec![named("Encore", "Encore")],
        cost: Some(cost),
        given: None,
        lines: Vec::new(),
        abilities: vec![meaning],
        native: false,
    };
    let encore = Definition {
        kind: DefinitionKind::Keyword,
        name: "Encore".into(),
        signature: "[...]".into(),
        doc: Some("It comes back.".into()),
        rules: Vec::new(),
        native: None,
    };
    assert_eq!(
        b.print_line("weiss", line, vec![encore]),
        "【AUTO】 Encore [(1)] (It comes back.)"
    );
}

#[test]
fn a_keyword_with_a_given_effect() {
    let mut b = Build::default();
    let one = b.num(1);
    let draw = b.act("draw", vec![("what", Arg::Number(one))], None);
    let given = b.code.add_ability(Ability {
        body: vec![draw],
        ..ability(Category::Auto)
    });
    let line = |name: &str| Line::Keyword {
        labels: Vec::new(),
        calls: vec![named(name, name)],
        cost: None,
        given: Some(given),
        lines: Vec::new(),
        abilities: vec![given],
        native: false,
    };
    let other = Build { code: b.code.clone() };
    assert_eq!(
        b.print_line("evolve", line("Fanfare"), Vec::new()),
        "[fanfare] Draw 1 card."
    );
    assert_eq!(
        other.print_line("fow", line("Enter"), Vec::new()),
        "[Enter] >>> Draw 1 card."
    );
}

#[test]
fn conditions_agree_and_can_be_denied() {
    let mut b = Build::default();
    let (this, four) = (b.this(), b.num(4));
    let cards = b.select(Quant::AtLeast(four), "character", |_| {});
    let has = b.code.add_cond(Cond::Has {
        subject: Subject::Players(Who::You),
        what: cards,
    });
    let rested = b.code.add_cond(Cond::Is {
        subject: Subject::Objects(this),
        was: false,
        what: Complement::Filters(vec![Filter::State("rested".into())]),
    });
    let not = b.code.add_cond(Cond::Not(rested));
    let both = b.code.add_cond(Cond::And(vec![has, not]));
    let delta = b.delta("soul", 1);
    let gain = b.gain(this, vec![Grant::Delta(delta)]);
    let whole = Ability {
        condition: Some(both),
        body: vec![gain],
        ..ability(Category::Cont)
    };
    assert_eq!(
        b.print("weiss", whole),
        "【CONT】 If you have 4 or more characters and this card is not 【REST】, this card gets +1 soul until end of turn."
    );
}

#[test]
fn printed_forms_of_verbs_and_nouns() {
    let code = Code::default();
    let module = module("weiss", Vec::new());
    let printer = Printer::new(&code, &module, vocab::game("weiss").expect("a game"));
    assert_eq!(printer.verb("flip", vocabulary::Form::Third), "flips over");
    assert_eq!(printer.verb("rest", vocabulary::Form::Participle), "【REST】");
    assert_eq!(printer.verb("draw", vocabulary::Form::Past), "drew");
    assert_eq!(printer.noun("climax", true), "climaxes");
    assert_eq!(printer.noun("traits", false), "trait");
    assert_eq!(printer.noun("damage", true), "damage");
    assert_eq!(
        crate::style::english::sentence("it gets \"draw 1 card.\""),
        "It gets \"draw 1 card.\""
    );
}
