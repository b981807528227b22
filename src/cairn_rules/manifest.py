"""The manifest of a game: the optional parts that a rule system can offer besides its ten functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from inspect import signature
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar, cast, final

from cairn_rules.checks import check_least, check_seat, checked, checked_class, is_count, is_of, is_text, plain_number
from cairn_rules.errors import (
    DefinitionError,
    Fault,
    IllegalActionError,
    NotationError,
    Reason,
    SetupError,
    cut,
    hint,
    nearest,
    quoted,
)
from cairn_rules.frozen_classes import Factory, field, frozen, has
from cairn_rules.game import (
    MAX_PLAYERS,
    REPETITION,
    SLUG,
    TURN_LIMIT,
    ActionT,
    Game,
    ObservationT,
    Outcome,
    StateT,
    missing_functions,
    with_options,
)
from cairn_rules.lazy import Ref, resolve
from cairn_rules.phrasebook import EventTable, Named, Phrase, ReasonTable, arguments_of, code_of
from cairn_rules.registry import Content, Ids, Registry

if TYPE_CHECKING:
    from cairn_rules.cli.commands import Command
    from cairn_rules.codec.envelope import Documents
    from cairn_rules.encoding import Encoding
    from cairn_rules.packs import Packs
    from cairn_rules.players.player import MakesPlayer
    from cairn_rules.simulation.batch_functions import BatchFunctions

__all__ = [
    "DrawsPicture",
    "HidesAction",
    "ListsEvents",
    "Manifest",
    "Option",
    "Pace",
    "PhrasesAction",
    "RecordStart",
    "Ref",
    "Samples",
    "Seats",
    "SetupOptions",
    "new_game_with",
    "plain_diagram",
    "question_for",
    "resolve",
    "setup_of",
]

StateT_contra = TypeVar("StateT_contra", contravariant=True)


def _check_seats(_: object, __: object, names: tuple[str, ...]) -> None:
    slugs = all(isinstance(name, str) and SLUG.fullmatch(name) for name in names)
    if not slugs or len(set(names)) < len(names) or {"draw", "lost"} & {*names}:
        raise DefinitionError(
            f"seats should be different slugs such as 'sea', none of them 'draw' or 'lost', not {names!r}"
        )


def _check_name(_: object, __: object, name: str) -> None:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise DefinitionError(f"the name of a game must be a slug such as 'endless-winter', not {cut(repr(name), 100)}")


def _check_title(_: object, __: object, title: str) -> None:
    if not isinstance(title, str) or not 0 < len(title) <= MAX_TITLE or not title.isprintable() or title.isspace():
        raise DefinitionError(
            f"the title of a game must be a line of 1 to {MAX_TITLE} characters, not {cut(repr(title), 100)}"
        )


def _default_title(manifest: Manifest[Any]) -> str:
    return " ".join(word.capitalize() for word in str(manifest.name).split("-"))


MAX_TITLE: Final = 100
"""Maximum length of a game's title, in characters."""
NAME: Final = re.compile("[A-Za-z][A-Za-z0-9_-]{0,99}")
"""The form of a game's name. The names in this library are in lower case, with hyphens."""


@final
@frozen(kw_only=True)
class Seats(Generic[StateT]):
    """The seats of a game, numbered from 0.

    Raises:
        DefinitionError: if the names are not different slugs.

    Example:
        >>> Seats(names=("sea", "forest")).names_in(None)
        ('sea', 'forest')
    """

    names: tuple[str, ...] = field(default=(), validator=_check_seats)
    """The names in records and on the command line. Empty if seats are numbers."""
    count: Callable[[StateT], int] | None = None
    """A function that returns the number of players in the game of a state; they take the first names (default: all
    names)."""
    compete: bool = True
    """False if the seats do not play against one another, such as the party and the Warden."""

    def count_in(self, state: StateT) -> int | None:
        """Return the number of players in the game of a state; None if unknown."""
        return (len(self.names) or None) if self.count is None else self.count(state)

    def names_in(self, state: StateT) -> tuple[str, ...]:
        """Return the names of the seats taken in the game of a state; empty if seats have no names."""
        return self.names[: self.count_in(state)]


@final
@frozen(kw_only=True)
class Pace(Generic[StateT]):
    """Functions that follow the course of a game: its turns, its repeated positions, the value of a state."""

    turns: Callable[[StateT], int] | None = None
    """A function that counts the complete turns in a state (default: every decision is a turn)."""
    repetition_key: Callable[[StateT], Hashable | None] | None = None
    """A function that returns equal values for states that are the same position (default: no repetitions).

    It returns None for a state that never counts as repeated.
    """
    value: Callable[[StateT, int], float] | None = None
    """A function that evaluates a state for a seat, from -1 (lost) to 1 (won) (default: the value is unknown).

    It is only called before the game is over.
    """
    estimate: Ref[Callable[[StateT], Sequence[float]]] | Callable[[StateT], Sequence[float]] | None = None
    """The result to expect for each seat while the game goes on, from -1 (lost) to 1 (won).

    It looks ahead, so that a search can stop at this state. If None, a search continues at random and uses `value`.
    """

    def turns_complete(self, state: StateT, decisions: int) -> int:
        """Return the number of complete turns in a state, given the number of decisions that led to it."""
        return decisions if self.turns is None else self.turns(state)

    def key_of(self, state: StateT) -> Hashable | None:
        """Return the repetition key of a state."""
        return None if self.repetition_key is None else self.repetition_key(state)


@final
@frozen(kw_only=True)
class RecordStart(Generic[StateT]):
    """The tags of a record that describe the state from which the game starts."""

    own_tags: tuple[str, ...] = ()
    """The names reserved for such tags."""
    tags: Callable[[StateT], Mapping[str, str]]
    """A function that returns the tags of a starting state."""
    state: Callable[[Mapping[str, str], Any], StateT]
    """A function that returns the starting state, given the tags of a record and the result of `ids_for`.

    It raises a `NotationError` for bad tags, whose faults name the tags.
    """


@final
@checked_class
@frozen(kw_only=True)
class Option:
    """A set-up option on the command line: `--name VALUE`, or `--name` alone.

    Example:
        >>> Option(name="players", value="N", help="Number of players (default: 2).").name
        'players'
    """

    name: str
    """The name, without the leading hyphens."""
    help: str
    """The help text: one sentence, with the default in parentheses."""
    value: str = ""
    """A placeholder for the value in the help; empty if the option takes no value."""
    reading: bool = False
    """True if the commands that read stored games also have this option. It does not tell whether it reads a file."""
    several: bool = False
    """True if the option may be given several times; its value is then a list of texts."""
    unsafe: bool = False
    """True if the option reads files, runs code of plug-ins or tells what should be hidden, such as the order of the
    deck, so that a server must not take it from strangers."""


_FLAGS: Final = {"true": True, "false": False}


@final
@frozen(kw_only=True)
class SetupOptions(Generic[StateT]):
    """The set-up options of a game on the command line.

    Example:
        >>> setup: SetupOptions[int] = SetupOptions(
        ...     options=(Option(name="counters", value="N", help="Number of counters (default: 9)."),),
        ...     arguments=lambda chosen: {"counters": int(chosen["counters"])} if "counters" in chosen else {},
        ... )
        >>> setup.arguments({"counters": "12"})
        {'counters': 12}
    """

    options: tuple[Option, ...]
    """The options, besides the seed."""
    arguments: Callable[[Mapping[str, Any]], dict[str, Any]]
    """A function that returns the arguments of `new_game` for the chosen options.

    Options are passed by name, with their text, a list of texts, or True if they take no value. For bad values it
    raises a `CairnRulesError`.
    """
    position: Callable[[Mapping[str, Any]], StateT | None] = lambda _: None
    """A function that returns the starting state described by the chosen options; None for a new game.

    A position text is the value of an option `position`.
    """
    registry: Callable[[Mapping[str, Any]], Registry[Any] | None] = lambda _: None
    """A function that returns the registry for stored games, given the `reading` options; None for the default."""

    def checked(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return chosen options, such as those in the JSON of a web page, as `arguments` and `position` take them.

        Args:
            chosen: The options by name. A value is a text or a whole number, or a list of them if the option can be
                given several times; for an option without a value, it is True or False, or the text `true` or `false`.

        Raises:
            SetupError: if an option is unknown; or if a value is not of the kind that the option takes, or holds a lone
                surrogate.

        Example:
            >>> from cairn_rules import korrigans
            >>> setup = resolve(korrigans.MANIFEST.setup)
            >>> setup.arguments(setup.checked({"players": 3}))
            {'players': 3}
        """
        options = {option.name: option for option in self.options}
        read: dict[str, Any] = {}
        for name, value in chosen.items():
            option = options.get(name)
            if option is None:
                raise SetupError(f"{quoted(name)} is not an option; {hint(name, tuple(options))}")
            is_list = option.several and is_of(list)(value)
            values = [str(each) if is_count(each) else each for each in (value if is_list else [value])]
            flag = _FLAGS.get(value) if isinstance(value, str) else value
            if not (all(map(is_text, values)) if option.value else isinstance(flag, bool)):
                kind = "a text or a whole number" if option.value else "True or False"
                raise SetupError(f"the option {name!r} should be {kind}, not {quoted(value)}")
            if option.value:
                read[name] = values if is_list else values[0]
            elif flag:
                read[name] = True
        return read


@final
@frozen(kw_only=True)
class Samples(Generic[StateT]):
    """Sample values of a game for documentation and tests."""

    states: Callable[[], Iterable[StateT]]
    """A function that returns states that together cover every kind of decision."""
    actions: Callable[[], Iterable[Any]]
    """A function that returns actions of every kind."""


class DrawsPicture(Protocol[StateT_contra]):
    """A function that draws a state as SVG.

    It may also take a keyword argument `arrows`, the actions to draw with arrows, best first (default: none). A mapping
    has the colour of each, such as `highlight` for what is better and `muted` for what was played. Another one is
    `colours`: `auto`, `light`, `dark`, or those of the game (default: `auto`).
    """

    def __call__(self, state: StateT_contra, *, highlight: Any = ()) -> str:
        """Return the picture as SVG, as a spectator sees it, with an action, several of them or spaces highlighted."""
        ...


class ListsEvents(Protocol[StateT_contra]):
    """A function that lists the events of a decision.

    In a game with secrets, it also takes a keyword argument `viewer`, a seat or None (default: None).
    """

    def __call__(self, state: StateT_contra, action: Any, after: StateT_contra, /) -> Iterable[object]:
        """Return the events in order, as a spectator sees them, each with a sentence as its `str`.

        `after` is the state after the action, which `apply` or an alternative with other dice made of `state`.
        """
        ...


class HidesAction(Protocol[StateT_contra]):
    """A function that decides whether an action names something that a viewer may not know."""

    def __call__(self, state: StateT_contra, action: Any, viewer: int | None, /) -> bool:
        """Return whether the action is hidden from the viewer, a seat or None, who does not decide."""
        ...


class PhrasesAction(Protocol[StateT_contra]):
    """A function that returns the sentence of an action as a phrase."""

    def __call__(self, state: StateT_contra, action: Any, /) -> Phrase:
        """Return the phrase. It raises a `LookupError` if the action names something that the state lacks."""
        ...


@final
@frozen(kw_only=True)
class Manifest(Generic[StateT]):
    """The parts that a game can offer besides the ten functions of `Game`.

    A game offers its manifest as `MANIFEST`. Every part except the name is optional. To load a part on first use, give
    a reference: `Ref("package.module:NAME")`.

    Raises:
        DefinitionError: if the name is not a slug, the title is not a line of text, or the revision is not a number
            from 1 up.

    Example:
        >>> manifest: Manifest[int] = Manifest(name="countdown", seats=Seats(names=("first", "second")))
        >>> manifest.title, manifest.seats.names, manifest.rules_revision
        ('Countdown', ('first', 'second'), 1)
    """

    name: str = field(validator=_check_name)
    """The name of the game in records, in documents and on the command line."""
    title: str = field(default=Factory(_default_title, takes_self=True), validator=_check_title)
    """The name for people (default: made from the name, such as `Endless Winter` for `endless-winter`)."""
    rules_revision: int = field(default=1, validator=lambda _, each, value: check_least(each.name, value, 1))
    """The revision of the rules, from 1. It rises by one with each release that plays stored games differently:
    the same seed and decisions lead to another state, or the legal actions or their order change."""
    reasons: tuple[str, ...] = ()
    """The reasons of outcomes that follow from the rules."""
    has_scores: bool | None = None
    """Whether outcomes have scores in games for two or more (default: some may have them)."""
    seats: Seats[StateT] = field(factory=lambda: Seats[Any]())  # noqa: PLW0108 - for the type
    """The seats and their names."""
    pace: Pace[StateT] = field(factory=lambda: Pace[Any]())  # noqa: PLW0108 - for the type
    """Turns, repeated positions, and the value of a state."""
    records: Ref[RecordStart[StateT]] | RecordStart[StateT] | None = None
    """The tags of a record's start (default: the seed of the match, in a tag `Seed`)."""
    setup: Ref[SetupOptions[StateT]] | SetupOptions[StateT] | None = None
    """Set-up options on the command line (default: only the seed)."""
    documents: Ref[Documents] | Documents | None = None
    """JSON documents (default: records and matches only)."""
    pictures: Ref[DrawsPicture[StateT]] | DrawsPicture[StateT] | None = None
    """The function that draws a state as SVG (default: pages show text diagrams)."""
    events: Ref[ListsEvents[StateT]] | ListsEvents[StateT] | None = None
    """The function that lists the events of a decision, each with a sentence as its `str`."""
    hides: Ref[HidesAction[StateT]] | HidesAction[StateT] | None = None
    """The function that decides whether others may know an action (default: other actions are tried, which is slow)."""
    requests: bool = False
    """True if the sentence of each action begins with a verb in the imperative, such as "Take 2 pebbles"."""
    reason_table: Ref[ReasonTable] | ReasonTable | None = None
    """The English sentences of the reasons for illegal actions, by code (default: only the reasons have them)."""
    event_table: Ref[EventTable] | EventTable | None = None
    """The English sentences of the events, by code (default: only the events have them)."""
    phrase: Ref[PhrasesAction[StateT]] | PhrasesAction[StateT] | None = None
    """The function that returns the sentence of an action with its arguments, such as the `phrase` of an `ActionTable`
    (default: the arguments are the fields of the action)."""
    question: Ref[Callable[[StateT], str]] | Callable[[StateT], str] | None = None
    """The function that returns the pending decision as a sentence without a full stop, such as "Blue must place a
    Korrigan" (default: only who decides)."""
    has_plain_diagram: bool = False
    """True if `diagram` takes the argument `plain`, with which it returns sentences for screen readers, a line each."""
    open_actions: tuple[type[Any], ...] = ()
    """Classes of actions with too many values to list, such as those with a name or an amount.

    Of each, `legal_actions` lists at least one value as a sample if any is legal; `apply` takes them all.
    """
    referee_actions: tuple[type[Any], ...] = ()
    """Classes of actions of a referee, such as the Warden of a role-playing game, which are no choices of a player.

    `legal_actions` lists none of them, so that players and playouts do not meet them; `apply` takes them all.
    """
    legal_from_observation: bool = False
    """True if `legal_actions` also takes the observation of the seat that decides, so that a player who needs nothing
    else, such as `random`, samples no state."""
    terminal: Ref[type[Any]] | type[Any] | None = None
    """A subclass of `cairn_rules.cli.words.Words`: the vocabulary of the game at the terminal."""
    content: Ref[Content] | Content | None = None
    """The things by id, for a game with several kinds of ids (default: the game looks up its ids itself)."""
    packs: Ref[Packs[Any] | tuple[Packs[Any], ...]] | Packs[Any] | tuple[Packs[Any], ...] | None = None
    """The content packs in files, which `cairn-rules check-pack` checks, or several kinds of files, packs first
    (default: the game has none)."""
    samples: Ref[Samples[StateT]] | Samples[StateT] | None = None
    """Sample values for documentation and tests."""
    encoding: Ref[Encoding[StateT]] | Encoding[StateT] | None = None
    """Action indices and observation tensors for machine learning (default: places in `legal_actions`, no tensor)."""
    batch: Ref[BatchFunctions[StateT]] | BatchFunctions[StateT] | None = None
    """Functions that play many games at once (default: one after another, with the functions of the game)."""
    players: Mapping[str, Ref[MakesPlayer] | MakesPlayer] = field(factory=dict[str, Any], hash=False)
    """Computer players for this game only, by name, weakest first. They rank above the general players."""
    simulations: Mapping[str, int] = field(factory=dict[str, int], hash=False)
    """Default number of simulations for a decision of general players, by name, where it is not their usual one."""
    commands: Mapping[str, Ref[Command] | Command] = field(factory=dict[str, Any], hash=False)
    """Commands for this game only, by name, in the order of their help."""

    def check_ending(self, outcome: Outcome, states: Sequence[StateT]) -> None:
        """Check that an outcome can end a match for a reason outside the rules, such as time.

        The last state is the one in which the match ends; those before it matter for a repetition only.

        Raises:
            DefinitionError: if it is not an `Outcome`; its reason is not a slug, belongs to the rules or resembles one
                that does, or is a repetition that has not occurred; its winners are not seats in order; or it has not
                one score for each seat, or scores in a game without any.
        """
        if not isinstance(outcome, Outcome) or not SLUG.fullmatch(outcome.reason):
            raise DefinitionError(
                f"a match ends with an Outcome whose reason is a slug such as 'time', not {quoted(outcome)}"
            )
        if outcome.reason in self.reasons:
            raise DefinitionError(f"the reason {outcome.reason!r} is reserved for the rules of {self.name}")
        checked = (REPETITION, TURN_LIMIT)
        meant = nearest(outcome.reason, (*self.reasons, *checked), 0.75)
        if meant not in {None, outcome.reason}:
            raise DefinitionError(f"{outcome.reason!r} is no reason of {self.name}; did you mean {meant!r}?")
        if outcome.reason in checked and outcome.winners:
            raise DefinitionError(f"{outcome.reason!r} is the reason of a draw, without winners")
        *before, last = map(self.pace.key_of, states if outcome.reason == REPETITION else states[-1:])
        if outcome.reason == REPETITION and (last is None or last not in before):
            raise DefinitionError("the last position has not occurred before")
        players = self.seats.count_in(states[-1])
        seats = range(players or MAX_PLAYERS)
        if outcome.winners != tuple(seat for seat in seats if seat in outcome.winners):
            listed = ", ".join(map(str, outcome.winners))
            raise DefinitionError(f"winners must be seat numbers in seat order, got {listed}")
        if players is not None and outcome.scores is not None and len(outcome.scores) != players:
            raise DefinitionError(f"there are {len(outcome.scores)} scores for {players} players; give one for each")
        if self.has_scores is False and outcome.scores is not None and players != 1:
            raise DefinitionError(f"outcomes of {self.name} have no scores")


def manifest_of(game: Game[StateT, Any, Any]) -> Manifest[StateT]:
    """Return the manifest of a game, or a default one.

    By default, a game is named after its module or class, and positions are the same if a spectator cannot
    tell them apart.

    Raises:
        DefinitionError: if `MANIFEST` is not a `Manifest`, or functions of `Game` are missing.

    Example:
        >>> from cairn_rules import cairn
        >>> manifest_of(cairn).name
        'cairn'
    """
    own = getattr(game, "MANIFEST", None)
    if isinstance(own, Manifest):
        return cast("Manifest[StateT]", own)
    if own is not None:
        raise DefinitionError(f"the MANIFEST of a game must be a Manifest, not {cut(repr(own), 100)}")
    if missing := missing_functions(game):
        right = "give a module such as cairn_rules.korrigans, or an object with all functions of Game"
        raise DefinitionError(f"{quoted(game)} is not a game, since it has no {missing[0]}; {right}")
    name = str(getattr(game, "__name__", type(game).__name__)).rpartition(".")[2].replace("_", "-").strip("-")
    return Manifest(name=name, pace=Pace(repetition_key=lambda state: cast("Hashable", game.observe(state, None))))


@checked
def plain_diagram(game: Game[StateT, Any, ObservationT], state: StateT | ObservationT) -> str:
    """Return a state as sentences for screen readers, a line each; by default the diagram of the game.

    All board games of this library can draw an observation.

    Example:
        >>> from cairn_rules import cairn
        >>> plain_diagram(cairn, cairn.new_game(seed=7, first=cairn.Tribe.SEA)).splitlines()[0]
        'Turn 1. Sea must choose an action.'
    """
    draws: Any = game.diagram
    return str(draws(state, plain=True) if manifest_of(game).has_plain_diagram else draws(state))


def setup_of(game: Game[StateT, Any, Any]) -> SetupOptions[StateT]:
    """Return the set-up options of a game; without any, if the game has none.

    Example:
        >>> from cairn_rules import korrigans
        >>> [option.name for option in setup_of(korrigans).options]
        ['players', 'side', 'board', 'variant']
    """
    setup = manifest_of(game).setup
    return SetupOptions(options=(), arguments=lambda _: {}) if setup is None else resolve(setup)


@checked
def new_game_with(game: Game[StateT, Any, Any], options: Mapping[str, Any], *, seed: int | None = None) -> StateT:
    """Return a new game with set-up options by their names on the command line, such as those in the JSON of a page.

    From strangers, pass only options that you know: some read files or run code. Options are as for
    `SetupOptions.checked`. The default seed makes a different game each time.

    Raises:
        SetupError: if an option is unknown, or its value is not of the right kind.
        CairnRulesError: if a value is wrong.

    Example:
        >>> from cairn_rules import korrigans
        >>> len(new_game_with(korrigans, {"players": 3}, seed=7).seats)
        3
    """
    setup = setup_of(game)
    chosen = setup.checked(options)
    start = setup.position(chosen)
    return with_options(game, **setup.arguments(chosen)).new_game(seed=seed) if start is None else start


def events_for(
    game: Game[StateT, ActionT, Any], state: StateT, action: ActionT, after: StateT, *, viewer: int | None
) -> tuple[object, ...]:
    """Return the events of a decision, as a seat or a spectator may know them; empty if the game lists none.

    If the function of the manifest takes no viewer, everybody sees the same events. A viewer is a seat number, or None
    for a spectator.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7)
        >>> action = cairn.parse_action("c5-c4", state)
        >>> print(*events_for(cairn, state, action, cairn.apply(state, action), viewer=None)[:2], sep="; ")
        Forest moves c5-c4; The Move tile shows diagonal now
    """
    part = manifest_of(game).events
    if part is None:
        return ()
    events: Callable[..., Iterable[object]] = resolve(part)
    takes_viewer = "viewer" in signature(events).parameters
    return tuple(events(state, action, after, viewer=viewer) if takes_viewer else events(state, action, after))


@checked
def question_for(game: Game[StateT, Any, Any], state: StateT) -> str:
    """Return the pending decision as a sentence without a full stop; by default only who decides.

    Example:
        >>> from cairn_rules import korrigans
        >>> question_for(korrigans, korrigans.new_game(seed=7))
        'Blue must place a Korrigan'
    """
    manifest = manifest_of(game)
    player = game.current_player(state)  # refuses what is not a state
    if manifest.question is not None:
        return resolve(manifest.question)(state)
    return "Nobody decides" if player is None else f"{seat_name(manifest.seats.names, player)} decides"


@checked
def reveals_for(
    game: Game[StateT, ActionT, Any], state: StateT, action: ActionT, after: StateT, *, viewer: int | None
) -> bool:
    """Return whether a decision reveals hidden information, such as a drawn card, by the function `reveals` of a game.

    In a game without it, such as one with dice, a decision that can look different in states that look the same does. A
    viewer is a seat number, or None for a spectator.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> state = combat.new_game(seed=7)
        >>> action = combat.legal_actions(state)[0]
        >>> reveals_for(combat, state, action, combat.apply(state, action), viewer=0)
        True
    """
    own = getattr(game, "reveals", None)
    if own is not None:
        return bool(own(state, after, viewer=viewer))
    before, seen = game.observe(state, viewer), game.observe(after, viewer)
    alike = (game.sample_hidden(before, Random(seed)) for seed in range(16))
    others = (game.apply(each, action) for each in alike if is_legal(game, each, action))
    return any(game.observe(other, viewer) != seen for other in others)


def have_secrets(game: Game[StateT, Any, Any], state: StateT, seats: Iterable[int | None]) -> bool:
    """Return whether some seats (None: a spectator) see different things."""
    views = [game.observe(state, seat) for seat in seats]
    return any(view != views[0] for view in views)


def seat_name(names: tuple[str, ...], seat: int | None) -> str:
    """Return the name of a seat, given the names of all: `Sea`, or `Player 2`."""
    return names[seat].capitalize() if seat is not None and seat < len(names) else f"Player {seat}"


def seat_tag(names: Sequence[str], seat: int) -> str:
    """Return the tag of a record with the player of a seat, given the names of all seats: `Sea`, or `Player2`."""
    return names[seat].capitalize().replace("-", "_") if names else f"Player{seat}"


@checked
def picture_for(
    game: Game[StateT, ActionT, ObservationT],
    state: StateT | ObservationT,
    *,
    highlight: ActionT | Sequence[ActionT] = (),
    arrows: Sequence[ActionT] | Mapping[ActionT, str] = (),
    colours: Any = "auto",
) -> str | None:
    """Return the picture of a state as SVG; None if the game draws no pictures.

    Args:
        game: The rules.
        state: The state; or an observation, if the game can draw one, as all board games of this library can.
        highlight: An action, or several of them.
        arrows: The actions to draw with arrows, best first; a mapping gives each a colour. If the function of the
            manifest takes no `arrows`, the best one is highlighted unless another action is.
        colours: `light`, `dark`, colours of the game, or `auto` to follow the reader's system (default: `auto`).

    Raises:
        DefinitionError: if the game has no other colours than the default ones.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7)
        >>> best = cairn.parse_action("c1-d1", state), cairn.parse_action("c1-c2", state)
        >>> str(picture_for(cairn, state, arrows=best)).count('cairn-arrow"')
        2
    """
    part = manifest_of(game).pictures
    if part is None:
        return None
    draw: Callable[..., str] = resolve(part)
    options: dict[str, Any] = {"highlight": highlight}
    if colours != "auto":
        if "colours" not in signature(draw).parameters:
            raise DefinitionError("the pictures of this game have no colours to choose; leave `colours` out")
        options["colours"] = colours
    if arrows:
        takes_them = "arrows" in signature(draw).parameters
        options |= {"arrows": arrows} if takes_them else {"highlight": next(iter(arrows))} if highlight == () else {}
    return draw(state, **options)


@checked
def why_illegal_for(
    game: Game[StateT, ActionT, Any], state: StateT, action: ActionT, *, viewer: int | None
) -> Reason | None:
    """Return the reason why an action is illegal, as far as a seat or a spectator may know it; None if it is legal.

    To anyone but the player who decides, no action is legal: the reason names that player. The `why_illegal` of a game
    answers the player who decides. In a game with secrets, its sentences can name what only that player knows. The
    viewer is the seat that asks, or None for a spectator.

    Raises:
        DefinitionError: if the seat does not exist, or `state` is not a state of the game.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
        >>> take = korrigans.Take(korrigans.Clover.FROG)
        >>> print(why_illegal_for(korrigans, state, take, viewer=0))
        Barley Corner (A) has no frog token; its tokens are mouse, 2 gold, 2 gold [take/not-there, rule 5.2]
        >>> print(why_illegal_for(korrigans, state, take, viewer=1))
        Blue decides now [decision/another-player, rule 3.1]
    """
    game.observe(state, viewer)  # refuses what is not a state
    players = players_of(game, state)
    viewer = check_seat(viewer, players) if players else plain_number(viewer)
    player = game.current_player(state)
    if player is not None and player != viewer:
        return _another_player(manifest_of(game), state, player)
    return _why_illegal(game, state, action)


def _why_illegal(game: Game[Any, ActionT, Any], state: Any, action: ActionT) -> Reason | None:
    own = getattr(game, "why_illegal", None)
    if own is not None:
        return cast("Reason | None", own(state, action))
    return refusal(game, state, action)


def refusal(game: Game[Any, ActionT, Any], state: Any, action: ActionT) -> Reason | None:
    """Return the reason for which the `apply` of a game refuses an action, or None if it is legal."""
    try:
        game.apply(state, action)
    except IllegalActionError as error:
        return error.reason
    return None


@checked
def decides(game: Game[StateT, Any, ObservationT], state: StateT | ObservationT) -> int:
    """Return the seat that decides: the `current_player` of a game that is not over.

    For programs that ask a seat for an action, which need not think of a game that is over. In the games of this
    library, an observation does as well as a state.

    Raises:
        DefinitionError: if the game is over.

    Example:
        >>> from cairn_rules import korrigans
        >>> decides(korrigans, korrigans.observe(korrigans.new_game(seed=7), 1))
        0
    """
    player = game.current_player(cast("StateT", state))
    if player is None:
        raise DefinitionError("the game is over, so that nobody decides")
    return player


@checked
def is_legal(game: Game[StateT, ActionT, ObservationT], state: StateT | ObservationT, action: ActionT) -> bool:
    """Return whether an action is legal: listed, or an open or a referee action of the manifest and not refused.

    In the games of this library, the observation of the seat that decides does as well as a state.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7)
        >>> [is_legal(cairn, state, cairn.Move(cairn.Space.A5, to)) for to in (cairn.Space.A4, cairn.Space.A3)]
        [True, False]
    """
    asked = cast("StateT", state)  # the protocol asks states only
    if action in game.legal_actions(asked):
        return True
    manifest = manifest_of(game)
    unlisted = (*manifest.open_actions, *manifest.referee_actions)
    if not isinstance(action, unlisted) or game.current_player(asked) is None:
        return False
    return _why_illegal(game, asked, action) is None


def may_choose(game: Game[StateT, ActionT, Any], state: StateT, action: ActionT) -> bool:
    """Return whether a player may choose an action: it is legal, and none of a referee."""
    return not isinstance(action, manifest_of(game).referee_actions) and is_legal(game, state, action)


def _another_player(manifest: Manifest[StateT], state: StateT, seat: int) -> Reason:
    names = manifest.seats.names_in(state)
    own = manifest.reason_table
    table = _REASONS if own is None else _REASONS | resolve(own)
    return table.reason(
        "decision/another-player", who=Named(seat, names[seat].capitalize() if names else f"player {seat}")
    )


_REASONS: Final = ReasonTable({"decision/another-player": ("{who} decides now", "")})
"""The reason for games whose own table has none with this code."""


@checked
def phrase_of(game: Game[StateT, Any, ObservationT], state: StateT | ObservationT, action: Any) -> Phrase:
    """Return the sentence of an action with its arguments, for translations.

    Args:
        game: The rules.
        state: The state in which the action is, or could be, decided; or an observation of it, if the game can describe
            actions in one, as all board games of this library can.
        action: The action, which need not be legal. If it names something that the state lacks, the phrase is the
            action's text, with `text` as its only argument. So it is for an action that is not an instance of an attrs
            class, such as a number, whose code is `action`.

    Raises:
        DefinitionError: if the value is not an action, or `state` is neither a state nor such an observation.

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.phrasebook import Phrasebook
        >>> french = Phrasebook({}, actions={"move": "Aller de {origin} en {to}"})
        >>> state = cairn.new_game(seed=7)
        >>> french.sentence(phrase_of(cairn, state, cairn.parse_action("c1-d1", state)))
        'Aller de c1 en d1'
    """
    describe = getattr(game, "describe", None)
    text = game.format_action(action) if describe is None else describe(state, action)
    phrase = manifest_of(game).phrase
    if phrase is None and not has(cast("type[object]", type(action))):
        return Phrase("action", text, {"text": text})
    if phrase is None:
        arguments = {name: value for name, value in arguments_of(action).items() if value is not None}
        return Phrase(code_of(action), text, arguments)
    try:
        return resolve(phrase)(cast("StateT", state), action)
    except LookupError:
        return Phrase(code_of(action), text, {"text": text})


@checked
def players_of(game: Game[StateT, Any, Any], start: StateT | None = None) -> int:
    """Return the number of players in a game; 0 if the game does not say it, which a `BoardGame` always does.

    The default state is a new game with its default options.
    """
    seats = manifest_of(game).seats
    if start is not None:
        game.outcome(start)  # refuses what is not a state
    if seats.count is not None and start is None:
        start = game.new_game(seed=0)
    return len(seats.names) if start is None else seats.count_in(start) or 0


def ids_for(game: Game[Any, Any, Any], ids: Ids | None) -> Ids | None:
    """Return the registry or content in which a game looks up the ids of a document or record.

    `ids` is the argument `registry=` of the caller; None for the game's own. For a game with content, it is the whole
    content, in which the given registries replace the game's own; for any other game, the given registry or None. Raise
    a `DefinitionError` if `ids` is neither a `Registry` nor `Content`, or not of the game's kinds.
    """
    if not isinstance(ids, Registry | Content | None):
        raise DefinitionError(f"registry= should be a Registry or Content, not {quoted(ids)}")
    manifest = manifest_of(game)
    if manifest.content is not None:
        return resolve(manifest.content).updated(ids)
    if isinstance(ids, Content):
        raise DefinitionError(f"{manifest.name} has no kinds of content; give a Registry")
    return ids


def record_start(game: Game[StateT, Any, Any]) -> RecordStart[StateT]:
    """Return the start tags of a game: those of its manifest, or by default the tag `Seed`."""
    records = manifest_of(game).records
    if records is not None:
        return resolve(records)
    return RecordStart(tags=lambda _: {}, state=lambda tags, _: game.new_game(seed=_seed(tags)))


SEED: Final = "Seed"
"""The name of a record's tag for the seed of its start."""


def seed_in(tags: Mapping[str, str]) -> int | None:
    """Return the seed in the tag `Seed` of a record; None if it is missing or not valid."""
    text = tags.get(SEED, "")
    return int(text) if re.fullmatch(r"-?[0-9]{1,4000}", text) else None


def _seed(tags: Mapping[str, str]) -> int:
    seed = seed_in(tags)
    if seed is None:
        text = tags.get(SEED, "")
        raise NotationError(text, [Fault("tag Seed", f"{text!r} is not a seed; it should be a whole number")])
    return seed
