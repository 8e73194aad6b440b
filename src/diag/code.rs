//! The one table of diagnostic codes. A code never changes its meaning; `cardwright explain CODE` prints its page.

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Legal, and probably not meant.
    Warning,
    /// The script does not compile.
    Error,
}

impl Severity {
    /// `error` or `warning`.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// The page of a code: beside the lint that gives it, or with those of the errors.
macro_rules! page {
    ($code:ident) => {
        include_str!(concat!("pages/", stringify!($code), ".md"))
    };
    ($code:ident $lint:literal) => {
        include_str!(concat!("../", $lint, ".md"))
    };
}

macro_rules! codes {
    ($( $code:ident $variant:ident $title:literal $(in $lint:literal)?; )*) => {
        /// A diagnostic code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $( #[doc = $title] $variant, )* }

        impl Code {
            /// All codes in order.
            pub const ALL: &'static [Code] = &[$(Code::$variant),*];

            /// The stable code, `E0301`.
            pub fn id(self) -> &'static str {
                match self { $(Code::$variant => stringify!($code)),* }
            }

            /// What it is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$variant => $title),* }
            }

            /// The page for `explain`, in Markdown.
            pub fn page(self) -> &'static str {
                match self { $(Code::$variant => page!($code $($lint)?)),* }
            }

            /// The file of a lint below `src`, without its ending: the code and its page lie side by side.
            pub fn lint(self) -> Option<&'static str> {
                match self { $(Code::$variant => ([$($lint)?] as [&'static str; _]).first().copied()),* }
            }
        }
    };
}

codes! {
    E0101 NotUtf8 "the file is not UTF-8 text";
    E0102 UnknownCharacter "a character that means nothing";
    E0103 UnclosedName "a name without its closing quote";
    E0104 UnclosedTag "a tag without its closing bracket";
    E0105 FileTooLarge "the file is too large";
    E0106 UnclosedBracket "a bracket that is never closed";
    E0107 UnopenedBracket "a closing bracket that closes nothing";
    E0108 TooDeep "brackets nested too deep";
    E0109 NumberTooLarge "a number that is too large";

    E0201 Syntax "something else was expected here";
    E0202 UnfinishedItem "the item ends too early";
    E0203 StrayText "text outside all items";
    E0204 BareSubject "a sentence without a determiner";
    E0205 LongSubject "a long subject before a verb";
    E0206 NumberFirst "the number comes before the attribute";
    E0207 IndefiniteChoice "`a` does not choose";
    E0208 EmptyBlock "a block without statements";
    E0209 DuplicateHead "a part of the head given twice";
    E0210 NothingBefore "`otherwise` or `instead` without a statement before it";
    E0211 NoEffect "an ability without an effect";
    E0212 SaidTwice "a word said twice";
    E0213 NounsClash "two nouns in a row that do not combine";

    E0301 UnknownVerb "an unknown verb";
    E0302 UnknownWord "an unknown word";
    E0303 NotAVerb "a word that is not a verb";
    E0304 UnknownGame "an unknown game";
    E0305 UnknownKeyword "an unknown keyword or label";
    E0306 UnknownField "an unknown field";
    E0307 NotAZone "a word that is not a zone or place";
    E0308 UnknownCondition "an unknown condition";
    E0309 UnknownCard "a card that does not exist";
    E0310 DuplicateDefinition "a word defined twice";
    E0311 AmbiguousIt "`it` could be two things";
    E0312 NothingForIt "`it` refers to nothing";
    E0313 NothingForThem "`them` or `the rest` refers to nothing";
    E0314 UnknownName "a name that was not given";
    E0315 UndefinedVariable "a variable without a value";
    E0316 NothingForThat "`that` refers to nothing";
    E0317 UnknownCounter "an unknown counter";
    E0318 MissingUse "no game is named";
    E0319 UnknownEdition "an unknown edition";
    E0320 UnknownImport "a file that cannot be imported";
    E0321 UnknownValue "a word that is not a value of the attribute";
    E0322 UnknownIcon "an unknown icon";
    E0323 NoAmount "`that much` or `that many` refers to nothing";
    E0324 NameTakenTwice "a name or variable given twice";
    E0325 NothingDone "`done` refers to nothing";
    E0326 ImportEdition "an import that lacks an edition";
    E0327 TwoMeanings "a reference that could mean two things";

    E0401 WrongRole "a verb with the wrong kind of thing";
    E0402 AttributeMismatch "an attribute that the noun does not have";
    E0403 NotANumber "a number was expected";
    E0404 NotCards "cards were expected";
    E0405 SetForSingle "a set where one is required";
    E0406 NotAPlayer "a player was expected";
    E0407 NotGainable "something that cannot be gained or lost";
    E0408 PairMismatch "a pair of numbers where there is no pair";
    E0409 WrongFieldValue "a field with the wrong value";
    E0410 NotACondition "this is not a condition";
    E0411 NotATime "this is not a point or stretch of time";
    E0412 WrongArguments "a keyword with the wrong arguments";
    E0413 CostMismatch "a keyword with or without a cost";
    E0414 BlockMismatch "a keyword with or without an effect";
    E0415 NoOrder "the top of cards that lie in no order";
    E0416 PileChoice "a choice among the cards of a pile";
    E0417 UnseenChoice "a choice among cards that the chooser does not see";
    E0418 UnselectedTarget "a choice at play inside another phrase";
    E0421 ChoiceTooEarly "a choice at play that depends on a later result";

    E0501 NotPayable "a verb that cannot be a cost";
    E0502 NoSuchRole "a verb without this role";
    E0503 RoleTwice "a role filled twice";
    E0504 MissingRole "a verb without a required role";
    E0505 NotPreventable "something that cannot be forbidden";
    E0506 LimitOnCont "a limit on a continuous ability";
    E0507 NotReplaceable "an event that cannot be replaced";
    E0508 ZoneWithoutAbilities "a zone where abilities never work";
    E0509 NotACommand "a verb that cannot be commanded";
    E0510 NotAnEvent "a verb that is no event";
    E0511 NoTrigger "an automatic ability without a trigger";
    E0512 TriggerNotAllowed "a trigger on the wrong category";
    E0513 WrongEdition "a word of another edition";
    E0514 DurationOnCommand "a duration on a one-time action";
    E0515 NotSettable "something that cannot be set";
    E0516 CostOnCont "a cost on a continuous ability";
    E0517 TakenWord "a definition of a word that is taken";
    E0518 RecursiveDefinition "a definition that uses itself";
    E0519 NoType "a card without a type";
    E0520 Unbounded "a repetition without a bound";
    E0521 CommandInCont "a command in a continuous ability";
    E0522 UnknownFace "an unknown face";
    E0523 ExpandsTooFar "definitions that stand for too much text";

    E0701 TestLine "a line of a test that says nothing";
    E0702 TestPlayer "a player who is neither p1 nor p2";
    E0703 TestPart "an unknown part of a test";
    E0704 TestOrder "a part of a test in the wrong place";
    E0705 TestPlace "a zone or position that does not exist";
    E0706 TestTime "a phase or step that does not exist";
    E0707 TestWord "a word that says nothing of a card in a test";
    E0708 TestCard "a card of a test that does not exist";
    E0709 TestDeck "a deck of a test that does not exist";
    E0710 DuplicateTest "two tests with one name";

    E0801 Unplayable "a card that cannot be played";
    E0802 DeckRules "a deck that is against the rules";
    E0803 DuplicateDeck "two decks with one name";
    E0804 UnplayableWording "a wording that cannot be played";
    E0805 NeverTold "an event that is never met";

    E0901 UnknownSetting "an unknown setting";
    E0902 WrongSetting "a setting with the wrong value";
    E0903 SettingsSyntax "settings that cannot be read";

    W0601 UnusedChoice "a choice that is never used" in "check/warn/unused_choice";
    W0602 UnknownTag "a tag that no card carries" in "check/warn/unknown_tag";
    W0603 UnknownCardName "a name that no card has" in "check/warn/unknown_card_name";
    W0604 DuplicateId "two cards with one id" in "lint/duplicate_id";
    W0605 DuplicateName "two cards with one name" in "lint/duplicate_name";
    W0606 EmptyOptional "an optional action without an effect" in "check/warn/empty_optional";
    W0607 ConstantCondition "a condition that is always true or always false" in "check/warn/constant_condition";
    W0608 SpelledOutKeyword "a keyword spelled out by hand" in "lint/spelled_out_keyword";
    W0609 TextDiffers "numbers that differ from the printed text" in "lint/text_differs";
    W0610 MissingAttribute "a card without an attribute of its type" in "check/warn/missing_attribute";
    W0611 UnusedVariable "a variable that is never used" in "check/warn/unused_variable";
    W0612 MissingDocumentation "a definition without documentation" in "check/warn/missing_documentation";
    W0613 DuplicateAbility "the same ability twice" in "lint/duplicate_ability";
    W0614 NoChange "a change that changes nothing" in "check/warn/no_change";
    W0615 NoSet "cards without a set" in "lint/no_set";
    W0616 PresentOfHidden "`is` about a card that cannot be seen any more" in "check/warn/present_of_hidden";
    W0617 StaleAllow "an allow that is not needed" in "lint/stale_allow";
    W0618 AllowWithoutReason "an allow without a reason" in "lint/allow_without_reason";
    W0619 UnknownAllow "an allow of what is no warning" in "lint/unknown_allow";
    W0620 SearchWithoutShuffle "a search without a shuffle" in "play/search_without_shuffle";
    W0621 SameBranches "the same whether a condition holds or not" in "lint/same_branches";
    W0622 RepeatedCondition "a part of a condition twice" in "lint/repeated_condition";
    W0623 NestedCondition "a condition inside the same condition" in "lint/nested_condition";
    W0624 RepeatedOption "two options that do the same" in "lint/repeated_option";
    W0625 NoChoice "no more options than are chosen" in "lint/no_choice";
    W0626 RepeatedStatement "the same statement twice in a row" in "lint/repeated_statement";
    W0627 RepeatedDemand "the same demand twice" in "lint/repeated_demand";
    W0628 ContraryDemands "demands that no card meets" in "lint/contrary_demands";
    W0629 IdleDemand "a demand inside another" in "lint/idle_demand";
    W0631 FarValue "a number far from those of the set" in "lint/far_value";
    W0632 OddValue "a number off the steps of the set" in "lint/odd_value";
    W0633 BlankInName "a name with a blank too many" in "lint/blank_in_name";
    W0634 NearName "two names that are nearly one" in "lint/near_name";
    W0635 OddId "an id that is not of the set" in "lint/odd_id";
    W0636 NearTag "a tag that looks like a slip of another" in "lint/near_tag";
    W0637 RepeatedImport "a file imported twice" in "lint/repeated_import";
    W0638 RepeatedLine "a card twice in a deck" in "lint/repeated_line";
    W0639 RepeatedName "a name twice in a group" in "lint/repeated_name";
    W0640 IdleTest "a test that expects nothing" in "lint/idle_test";
    W0641 RepeatedTest "two tests that say the same" in "lint/repeated_test";
    W0642 EmptyCase "a case with nothing of its own" in "lint/empty_case";
    W0643 RepeatedExpectation "the same expectation twice" in "lint/repeated_expectation";
    W0644 TextWords "words of the printed text that the script lacks" in "lint/text_words";
    W0645 EmptyText "an empty printed text" in "lint/empty_text";
    W0646 TextNames "names of the printed text that the script lacks" in "lint/text_names";
    W0647 PassedOver "`it` is not the card that was named last" in "check/warn/passed_over";
    W0648 IdleCost "a cost that is paid for nothing" in "lint/idle_cost";
    W0649 UnplayableDeck "a deck that cannot be played" in "play/unplayable_deck";

    W0901 DeadClause "a clause that never does anything" in "probe/dead_clause";
    W0902 StaleReason "a reason that is not needed" in "probe/stale_reason";
    W0903 VacuousTest "a test that would pass without its steps" in "proving/vacuous_test";
}

impl Code {
    /// Whether it stops compilation.
    pub fn severity(self) -> Severity {
        if self.id().starts_with('W') {
            Severity::Warning
        } else {
            Severity::Error
        }
    }

    /// The code with this id, in any case of letters.
    pub fn find(id: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|c| c.id().eq_ignore_ascii_case(id))
    }
}
