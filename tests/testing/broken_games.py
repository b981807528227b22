"""Rule systems that are broken in one way each, by the slug of the check that must find it."""

# ruff: noqa: ARG002 - broken games look at less than they are given

from __future__ import annotations

from collections import defaultdict
from random import Random
from types import MappingProxyType

from attrs import define, evolve, field, frozen

from cairn_rules import IllegalActionError, Outcome, Reason
from cairn_rules.encoding import Encoding
from cairn_rules.manifest import Manifest, Pace, RecordStart, Samples
from cairn_rules.phrasebook import EventTable, Phrase, ReasonTable
from support.face_down import FaceDown
from support.offers import Offer, Offers
from support.subtraction import Subtraction, Walk

BROKEN_GAMES: dict[str, list[object]] = defaultdict(list)


def broken(slug: str):
    """Keep a game as one that the check of that slug must find."""

    def keep(kind):
        BROKEN_GAMES[slug].append(kind())
        return kind

    return keep


class Two(Subtraction):
    """What the broken games are made of: two players, and nothing wrong."""

    def __init__(self) -> None:
        super().__init__(2)


@broken("same-seed")
class Unsown(Two):
    def __init__(self):
        super().__init__()
        self.chance = Random(0)

    def new_game(self, *, seed=None):
        return self.chance.randrange(4, 1000), 0


@broken("raises")
class Undrawn(Two):
    def diagram(self, state):
        raise ZeroDivisionError


@broken("raises")
class Refusing(Two):
    def apply(self, state, action):
        if action == 2:
            raise IllegalActionError(action, Reason("take/two", "2 is too much", "1"), str(state))
        return super().apply(state, action)


@broken("not-hashable")
class Lists(Two):
    def new_game(self, *, seed=None):
        return list(super().new_game(seed=seed))

    def apply(self, state, action):
        return list(super().apply(state, action))


@broken("not-deterministic")
class Shuffled(Two):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def legal_actions(self, state):
        self.calls += 1
        return super().legal_actions(state)[:: -1 if self.calls % 2 else 1]


@broken("not-deterministic")
class Chancy(Two):
    def __init__(self):
        super().__init__()
        self.chance = Random(0)

    def apply(self, state, action):
        left, player = super().apply(state, action)
        return self.chance.randrange(left + 1), player


@define(eq=True, hash=False)
class Heap:
    """A state that can be changed, though it can be hashed."""

    left: int
    looks: int = 0

    def __hash__(self):
        return 1


class Heaps(Two):
    def new_game(self, *, seed=None):
        return Heap(super().new_game(seed=seed)[0])

    def current_player(self, state):
        return 0 if state.left else None

    def legal_actions(self, state):
        return Two().legal_actions((state.left, 0))

    def apply(self, state, action):
        return Heap(Two().apply((state.left, 0), action)[0])

    def outcome(self, state):
        return None if state.left else Outcome(winners=(0,), reason="last-one")

    def diagram(self, state):
        return super().diagram((state.left, 0))


@broken("changes-state")
class Eating(Heaps):
    def apply(self, state, action):
        after = super().apply(state, action)
        state.looks += 1
        return after


@broken("changes-state")
class Looking(Heaps):
    def diagram(self, state):
        state.looks += 1
        return super().diagram(state)


@broken("nobody-decides")
class Stuck(Two):
    def outcome(self, state):
        return None


@broken("nobody-decides")
class Stranger(Two):
    def current_player(self, state):
        return 7 if state[0] else None


@broken("nobody-decides")
class StrangeWinner(Two):
    def outcome(self, state):
        return None if state[0] else Outcome(winners=(7,), reason="last-one")


@broken("nobody-decides")
class Unreasoned(Two):
    """Its outcomes have a reason that is not in its manifest."""

    MANIFEST = Manifest(name="Unreasoned", reasons=("first-one",))


@broken("duplicate-actions")
class Stuttering(Two):
    def legal_actions(self, state):
        return super().legal_actions(state)[:1] * 2


class Gift(Offer):
    """An offer by another name."""


@broken("no-sample")
class Unsampled(Offers):
    MANIFEST = evolve(
        Offers.MANIFEST,
        name="Unsampled",
        open_actions=(Offer, Gift),
        samples=Samples(states=tuple, actions=lambda: (Gift(2),)),
    )

    def format_action(self, action):
        return f"{'gift' if isinstance(action, Gift) else 'offer'}-{action.amount}"


@broken("accepts-illegal")
class Lenient(Two):
    def apply(self, state, action):
        return max(0, state[0] - action), 1 - state[1]


@broken("accepts-illegal")
class Rude(Two):
    def apply(self, state, action):
        if action > state[0]:
            raise KeyError(action)
        return super().apply(state, action)


@broken("accepts-illegal")
class Silent(Two):
    def apply(self, state, action):
        if action > state[0]:
            raise IllegalActionError(action, Reason("", "", ""), str(state))
        return super().apply(state, action)


TAKES = ReasonTable({"take/much": ("{count} is too much", "1")})


class Reasoned(Two):
    def __init__(self):
        super().__init__()
        self.MANIFEST = Manifest(name=type(self).__name__, reason_table=TAKES)

    reason = TAKES.reason("take/much", count=9)

    def apply(self, state, action):
        if action > state[0]:
            raise IllegalActionError(action, self.reason, str(state))
        return super().apply(state, action)


@broken("accepts-illegal")
class Unlisted(Reasoned):
    reason = Reason("take/little", "9 is too much", "1")


@broken("accepts-illegal")
class Unargued(Reasoned):
    reason = Reason("take/much", "9 is too much", "1")


@broken("accepts-illegal")
class Misquoted(Reasoned):
    reason = Reason("take/much", "8 is too much", "1", {"count": 9})


class Explained(Two):
    """A game with `why_illegal`, whose reasons have no rule."""

    def why_illegal(self, state, action):
        return None if action in self.legal_actions(state) else Reason("take/count", "too many", "")

    def apply(self, state, action):
        if action not in self.legal_actions(state):
            raise IllegalActionError(action, Explained.why_illegal(self, state, action), str(state))
        return super().apply(state, action)


@broken("other-reason")
class Agreeing(Explained):
    def why_illegal(self, state, action):
        return None


@broken("other-reason")
class Contrary(Explained):
    def why_illegal(self, state, action):
        return Reason("take/never", "nothing can be taken", "")


@frozen
class Taken:
    count: int

    @property
    def arguments(self):
        return EVENTS.arguments(self)

    def __str__(self):
        return EVENTS.sentence(self)


EVENTS = EventTable({"taken": "{count} {count:is|are} taken"})


class Told(Two):
    """A game with a table of events and a phrase for each action."""

    event = Taken

    def __init__(self):
        super().__init__()
        self.MANIFEST = Manifest(name=type(self).__name__, events=self.events, event_table=EVENTS, phrase=self.phrase)

    def events(self, before, action, after):
        return [self.event(before[0] - after[0])]

    def describe(self, state, action):
        return f"take {action}"

    def phrase(self, state, action):
        return Phrase("take", f"take {action}", {"count": action})


@frozen
class Lost(Taken):
    def __str__(self):
        return f"{self.count} lost"


@broken("other-sentence")
class Unheard(Told):
    """Its event is not in its table."""

    event = Lost


@broken("other-sentence")
class Wordless(Told):
    """Its event lacks an argument of its sentence."""

    event = type("Taken", (Taken,), {"arguments": MappingProxyType({})})


@broken("other-sentence")
class Paraphrasing(Told):
    """Its event has other words than its table."""

    event = type("Taken", (Taken,), {"__str__": lambda _: "some are taken"})


@frozen
class Fielded:
    """An event without a property `arguments`, though its sentence has words of the table."""

    count: int

    def __str__(self):
        return NAMED.sentence(self)


NAMED = EventTable({"fielded": "{count} is taken"}, {"count": lambda event: f"a heap of {event.count}"})


@broken("other-sentence")
class Propertyless(Told):
    event = Fielded

    def __init__(self):
        super().__init__()
        self.MANIFEST = evolve(self.MANIFEST, event_table=NAMED)


@broken("other-sentence")
class Rephrasing(Told):
    """Its phrase has other words than its description."""

    def describe(self, state, action):
        return f"takes {action}"


@broken("accepts-illegal")
class Grudging(Heaps):
    def apply(self, state, action):
        if action > state.left:
            state.looks += 1
        return super().apply(state, action)


@broken("same-text")
class Mumbling(Two):
    def format_action(self, action):
        return "take"


@broken("numeric-text")
class Numbering(Two):
    def format_action(self, action):
        return str(action)

    def parse_action(self, text, state):
        return super().parse_action(f"take-{text}", state)


@broken("unreadable-text")
class Wordy(Two):
    def format_action(self, action):
        return f"take {action}"


@broken("unreadable-text")
class Illiterate(Two):
    def parse_action(self, text, state):
        raise ValueError(text)


@broken("unreadable-text")
class Misreading(Two):
    def parse_action(self, text, state):
        return 3 - super().parse_action(text, state)


@broken("reads-nonsense")
class Guessing(Two):
    def parse_action(self, text, state):
        return super().parse_action(text, state) if text.startswith("take") else 1


@broken("reads-nonsense")
class Crashing(Two):
    def parse_action(self, text, state):
        return int(text.removeprefix("take-"))


@frozen
class Hand:
    """A state of a game with a secret."""

    left: int
    secret: int
    decisions: int = field(default=0)


class Secrets(Two):
    """Takes from a heap, with a secret that nobody may know."""

    def new_game(self, *, seed=None):
        return Hand(super().new_game(seed=seed)[0], Random(seed).randrange(1000))

    def current_player(self, state):
        return state.decisions % 2 if state.left else None

    def legal_actions(self, state):
        return Two().legal_actions((state.left, 0))

    def apply(self, state, action):
        return Hand(Two().apply((state.left, 0), action)[0], state.secret, state.decisions + 1)

    def outcome(self, state):
        return None if state.left else Outcome(winners=(0,), reason="last-one")

    def observe(self, state, player):
        return state.left, state.decisions

    def sample_hidden(self, observation, rng):
        return Hand(observation[0], rng.randrange(1000), observation[1])

    def diagram(self, state):
        return super().diagram((state.left, 0))


class Openly(Secrets):
    """Lists the actions of an observation."""

    def __init__(self):
        super().__init__()
        self.MANIFEST = Manifest(name=type(self).__name__, legal_from_observation=True)

    def legal_actions(self, state):
        return Two().legal_actions((state[0], 0) if isinstance(state, tuple) else (state.left, 0))


@broken("other-observed")
class Generous(Openly):
    def legal_actions(self, state):
        legal = super().legal_actions(state)
        return (*legal, 3) if isinstance(state, tuple) else legal


@broken("other-observed")
class Secretive(Openly):
    def legal_actions(self, state):
        return super().legal_actions(state) if isinstance(state, Hand) else 1 // 0


@broken("sample-disagrees")
class Forgetful(Secrets):
    def sample_hidden(self, observation, rng):
        return Hand(observation[0] + rng.randrange(2), 0, observation[1])


@broken("leaks")
class Leaking(Secrets):
    def legal_actions(self, state):
        return super().legal_actions(state)[:: -1 if state.secret % 2 else 1]


@broken("leaks")
class LeakingWhoDecides(Secrets):
    def current_player(self, state):
        return (state.decisions + state.secret) % 2 if state.left else None


@broken("leaks")
class Drawn(Secrets):
    """Its diagram shows the secret."""

    def diagram(self, state):
        return f"{state.left} {state.secret}"


@broken("leaks")
class DrawnPlainly(Secrets):
    MANIFEST = Manifest(name="DrawnPlainly", has_plain_diagram=True)

    def diagram(self, state, *, plain=False):
        return f"{state.left} left, {state.secret} is secret" if plain else str(state.left)


@broken("leaks")
class Painted(Secrets):
    MANIFEST = Manifest(
        name="Painted",
        pictures=lambda state, **_: f'<svg xmlns="http://www.w3.org/2000/svg" id="s{state.secret}"/>',
    )


@broken("leaks")
class Gossip(FaceDown):
    """Its events tell a player the hand of the other, and a spectator nothing."""

    def __init__(self):
        self.MANIFEST = Manifest(name="Gossip", events=self.events)

    def events(self, before, action, after, *, viewer=None):
        return [] if viewer is None else [str(before.hands[1 - viewer])]


@broken("leaks")
class Named(FaceDown):
    """Its events name the card that the player who decides puts face down, and nobody else may know."""

    def __init__(self):
        self.MANIFEST = Manifest(name="Named", events=self.events)

    def events(self, before, action, after):
        return [f"{card} is down" for card in after.down[len(before.down) :]]


class Whispered(Named):
    """Its events name the card to the player who decides."""

    def __init__(self):
        self.MANIFEST = Manifest(name="Whispered", events=self.events)

    def events(self, before, action, after, *, viewer=None):
        return [f"{card or 'a card'} is down" for card in self.observe(after, viewer).down[len(before.down) :]]


@broken("bad-diagram")
class Wide(Two):
    def diagram(self, state):
        return "|" * 81


@broken("bad-diagram")
class Blank(Two):
    def diagram(self, state):
        return ""


class Plain(Two):
    def __init__(self):
        super().__init__()
        self.MANIFEST = Manifest(name=type(self).__name__, has_plain_diagram=True)

    def diagram(self, state, *, plain=False):
        return "3 left" if plain else "|||"


@broken("bad-diagram")
class Aligned(Plain):
    def diagram(self, state, *, plain=False):
        return "left    3"


@broken("never-ends")
class Walking(Walk):
    def diagram(self, state):
        return str(state)


@broken("not-recorded")
class Bracing(Two):
    def format_action(self, action):
        return f"{{{action}}}"

    def parse_action(self, text, state):
        return super().parse_action(f"take-{text[1:-1]}", state)


@broken("not-recorded")
class Marking(Two):
    """Its actions look like marks, which a record has only together with variations or values."""

    def format_action(self, action):
        return "!" * action

    def parse_action(self, text, state):
        return super().parse_action(f"take-{len(text)}" if text.strip("!") == "" else text, state)


@broken("not-recorded")
class Beginning(Two):
    """What a record starts from is right when it is written, and wrong when it is read."""

    def __init__(self):
        super().__init__()
        self.asked = 0
        self.MANIFEST = Manifest(
            name="Beginning",
            pace=Pace(repetition_key=str),
            records=RecordStart(
                own_tags=("Left",),
                tags=lambda state: {"Left": str(state[0])},
                state=self.start_state,
            ),
        )

    def start_state(self, tags, _):
        self.asked += 1
        return int(tags["Left"]) + (self.asked + 1) % 2, 0


class Pictured(Two):
    def __init__(self):
        super().__init__()
        self.MANIFEST = Manifest(name=type(self).__name__, pictures=self.svg)

    def svg(self, state, *, highlight=()):
        return '<svg xmlns="http://www.w3.org/2000/svg"/>'


@broken("bad-picture")
class Unclosed(Pictured):
    def svg(self, state, *, highlight=()):
        return '<svg xmlns="http://www.w3.org/2000/svg">'


@broken("bad-picture")
class Nameless(Pictured):
    def svg(self, state, *, highlight=()):
        return "<svg/>"


@broken("bad-picture")
class Unlit(Pictured):
    def svg(self, state):
        return super().svg(state)


@broken("bad-picture")
class Pointless(Pictured):
    def svg(self, state, *, highlight=(), arrows=()):
        return super().svg(state) * (2 if arrows else 1)


class Playing(Two):
    """A game with a player."""

    def __init__(self):
        super().__init__()
        self.MANIFEST = Manifest(name=type(self).__name__, players={"first": self.player})

    def player(self, game, *, seed=None):
        return self

    def choose(self, observation, budget=None):
        return 1


@broken("bad-player")
class Hesitating(Playing):
    def choose(self, observation, budget=None):
        return None


@broken("bad-player")
class Failed(Playing):
    def choose(self, observation, budget=None):
        raise LookupError


@broken("bad-encoding")
class Doubled(Two):
    MANIFEST = Manifest(name="Doubled", encoding=Encoding(indices=lambda state: (1,) * min(state[0], 2)))


@broken("bad-encoding")
class Outside(Two):
    MANIFEST = Manifest(
        name="Outside", encoding=Encoding(actions=2, indices=lambda state: tuple(range(1, min(state[0], 2) + 1)))
    )


@broken("bad-encoding")
class TooFew(Two):
    MANIFEST = Manifest(name="TooFew", encoding=Encoding(indices=lambda state: (0,) * (state[0] > 0)))


@broken("bad-encoding")
class Misshapen(Two):
    MANIFEST = Manifest(name="Misshapen", encoding=Encoding(shape=(2,), tensor=lambda seen, _: bytes([seen[0]])))


@broken("bad-encoding")
class Failing(Two):
    MANIFEST = Manifest(name="Failing", encoding=Encoding(indices=lambda _: (1 // 0,)))


@broken("bad-encoding")
class Telling(Secrets):
    MANIFEST = Manifest(
        name="Telling",
        encoding=Encoding(indices=lambda hand: tuple(range(hand.secret % 9, hand.secret % 9 + min(hand.left, 2)))),
    )
