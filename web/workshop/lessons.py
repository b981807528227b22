"""The twelve lessons of the workshop."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn import Space, Tribe
from web.workshop.lesson import Forbids, Leads, Lesson, Offers, Result

LESSONS: Final = (
    Lesson(
        name="neighbour",
        title="Banish a neighbour",
        task=(
            "A power is a function: it gets the site of its megalith, and yields the effects from which its owner may"
            " choose. This one offers to banish any enemy. Let it offer only enemies next to the megalith."
        ),
        start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, Site, megalith


@megalith("Gale Stone", text="Banish an enemy shaman next to this megalith.")
def gale(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies():
        yield Banish(enemy)
""",
        hint="`site.enemies(…)` also takes the spaces to look at, such as `site.adjacent`, those next to the megalith.",
        solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, Site, megalith


@megalith("Gale Stone", text="Banish an enemy shaman next to this megalith.")
def gale(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Banish(enemy)
""",
        cases=(
            Offers(
                drawing="""
                    .      .      .      .      f
                    .      f      .      .      .
                    .      .      s:@    .      .
                    .      .      .      f      .
                    mound  .      .      .      .
                """,
                options=("xb4", "xd2"),
            ),
            Offers(
                drawing="""
                    f      .      .      .      f
                    .      .      .      .      .
                    .      s      s:@    .      .
                    .      .      .      .      .
                    mound  .      .      .      f
                """,
                options=(),
            ),
            Offers(
                drawing="""
                    .      .      .      .      mound
                    .      .      .      .      s
                    .      .      .      .      .
                    .      s      .      .      .
                    f:@    s      f      .      s
                """,
                turn=Tribe.FOREST,
                options=("xb1", "xb2"),
                hidden="a Forest shaman in a corner",
            ),
        ),
    ),
    Lesson(
        name="step",
        title="Move it instead",
        task=(
            "Banishing is strong. Let the owner move an enemy next to the megalith one space instead, to any free"
            " space around that enemy."
        ),
        start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, Site, megalith


@megalith("Breeze Stone", text="Move an enemy shaman next to this megalith one space.")
def breeze(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Banish(enemy)
""",
        hint="`site.steps(enemy)` are the steps of a shaman to free spaces, ready to be offered: `yield from` them.",
        solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Site, megalith


@megalith("Breeze Stone", text="Move an enemy shaman next to this megalith one space.")
def breeze(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield from site.steps(enemy)
""",
        cases=(
            Offers(
                drawing="""
                    .      .      .      .      f
                    .      .      .      .      .
                    .      .      mound  .      .
                    .      s:@    .      .      .
                    f      .      .      .      s
                """,
                options=("a1>b1", "a1>a2"),
            ),
            Offers(
                drawing="""
                    .      .      f      s:@    f
                    .      .      .      s      .
                    .      mound  .      .      .
                    .      .      .      .      .
                    f      .      .      .      .
                """,
                options=("e5>e4", "c5>b4", "c5>c4", "c5>b5"),
            ),
            Offers(
                drawing="""
                    .      .      .      .      mound
                    .      .      .      .      .
                    .      .      s      .      .
                    f      s      .      .      .
                    s      f:@    f      .      .
                """,
                turn=Tribe.FOREST,
                options=("b2>c2", "b2>a3", "b2>b3"),
                hidden="an enemy that cannot move",
            ),
        ),
    ),
    Lesson(
        name="call",
        title="Call a friend",
        task=(
            "Another shaman of the owner, from anywhere on the board, comes to a free space next to the megalith."
            " This text offers too much: it also moves the shaman on the megalith, and onto spaces that are not free."
        ),
        start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


@megalith("Beacon", text="Another shaman of yours comes to a free space next to this megalith.")
def beacon(site: Site) -> Iterator[Effect]:
    for shaman in site.own():
        for space in site.adjacent:
            yield Relocate(shaman, space)
""",
        hint="`site.space` is the space of the megalith, and `site.free(…)` finds the spaces without a shaman.",
        solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


@megalith("Beacon", text="Another shaman of yours comes to a free space next to this megalith.")
def beacon(site: Site) -> Iterator[Effect]:
    for shaman in site.own():
        if shaman != site.space:
            for space in site.free(site.adjacent):
                yield Relocate(shaman, space)
""",
        cases=(
            Offers(
                drawing="""
                    .      .      .      .      f
                    .      .      .      .      .
                    .      .      mound  .      .
                    .      .      .      .      .
                    s:@    .      .      .      s
                """,
                options=("e1>b1", "e1>a2", "e1>b2"),
            ),
            Offers(
                drawing="""
                    .      .      .      .      .
                    .      .      .      .      f
                    .      .      mound  .      .
                    f      .      .      .      .
                    s:@    s      .      .      .
                """,
                options=("b1>b2",),
            ),
            Offers(
                drawing="""
                    .      .      .      .      f:@
                    .      .      .      s      .
                    .      .      f      .      .
                    .      .      .      .      mound
                    f      .      s      .      .
                """,
                turn=Tribe.FOREST,
                options=("a1>e4", "a1>d5", "c3>e4", "c3>d5"),
                hidden="Forest calls two shamans",
            ),
        ),
    ),
    Lesson(
        name="village",
        title="From the village",
        task=(
            "Now a new shaman comes from the owner's village to a free space next to the megalith. While that village"
            " is empty, nobody can come."
        ),
        start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Site, Summon, megalith


@megalith("Cradle", text="Add a shaman from your village to a free space next to this megalith.")
def cradle(site: Site) -> Iterator[Effect]:
    for space in site.adjacent:
        yield Summon(space)
""",
        hint="`site.village` is the number of shamans in the owner's village.",
        solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Site, Summon, megalith


@megalith("Cradle", text="Add a shaman from your village to a free space next to this megalith.")
def cradle(site: Site) -> Iterator[Effect]:
    if site.village:
        for space in site.free(site.adjacent):
            yield Summon(space)
""",
        cases=(
            Offers(
                drawing="""
                    .      .      .      .      f
                    .      .      .      .      .
                    .      .      mound  .      .
                    f      .      .      .      .
                    s:@    .      .      .      .
                """,
                options=("&b1", "&b2"),
            ),
            Offers(
                drawing="""
                    s      .      .      .      f
                    .      .      .      .      .
                    s      .      mound  .      .
                    .      .      .      .      .
                    s:@    .      s      s      .
                """,
                options=(),
            ),
            Offers(
                drawing="""
                    .      .      .      s      f:@
                    .      .      .      .      .
                    .      .      mound  .      .
                    .      .      .      .      .
                    s      s      s      .      s
                """,
                turn=Tribe.FOREST,
                options=("&d4", "&e4"),
                hidden="only the enemy's village is empty",
            ),
        ),
    ),
    Lesson(
        name="ahead",
        title="Straight ahead",
        task=(
            "Push an enemy next to the megalith one space straight ahead, towards the enemy's village, if that space"
            " is free. For Sea, ahead is up the board, and for Forest it is down."
        ),
        start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


@megalith("Ram Stone", text="Push an enemy shaman next to this megalith one space straight ahead.")
def ram(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        ahead = enemy.shifted(0, 1)
        if ahead is not None:
            yield Relocate(enemy, ahead)
""",
        hint="`site.forward` is 1 for Sea and -1 for Forest, and `ahead in site.free()` is true if that space is free.",
        solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


@megalith("Ram Stone", text="Push an enemy shaman next to this megalith one space straight ahead.")
def ram(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        ahead = enemy.shifted(0, site.forward)
        if ahead is not None and ahead in site.free():
            yield Relocate(enemy, ahead)
""",
        cases=(
            Offers(
                drawing="""
                    .      .      .      .      .
                    .      .      .      .      .
                    .      f      f      .      .
                    .      .      s:@    .      mound
                    .      .      .      f      .
                """,
                options=("d1>d2", "b3>b4", "c3>c4"),
            ),
            Offers(
                drawing="""
                    .      .      .      f      s
                    .      .      .      s:@    f
                    .      .      f      .      .
                    .      mound  .      .      .
                    .      .      .      .      .
                """,
                options=("c3>c4",),
            ),
            Offers(
                drawing="""
                    .      .      .      .      .
                    s      .      .      .      .
                    .      f:@    s      .      .
                    s      s      .      .      .
                    .      f      .      .      mound
                """,
                turn=Tribe.FOREST,
                options=("a2>a1", "c3>c2", "a4>a3"),
                hidden="Forest pushes",
            ),
        ),
    ),
    Lesson(
        name="condition",
        title="Only if",
        task=(
            "The owner turns over one of the three action tiles, but only if an enemy is next to the megalith. If a"
            " power yields nothing, nothing happens."
        ),
        start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, FlipTile, Site, Tile, megalith


@megalith("Watch Stone", text="Turn over an action tile if an enemy is next to this megalith.")
def watch(site: Site) -> Iterator[Effect]:
    for tile in Tile:
        yield FlipTile(tile)
""",
        hint="An empty tuple is false: `if site.enemies(site.adjacent):`.",
        solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, FlipTile, Site, Tile, megalith


@megalith("Watch Stone", text="Turn over an action tile if an enemy is next to this megalith.")
def watch(site: Site) -> Iterator[Effect]:
    if site.enemies(site.adjacent):
        for tile in Tile:
            yield FlipTile(tile)
""",
        cases=(
            Offers(
                drawing="""
                    .      .      .      .      .
                    .      .      .      f      .
                    .      .      s:@    .      .
                    .      .      .      .      .
                    mound  .      .      .      .
                """,
                options=("!add", "!move", "!jump"),
            ),
            Offers(
                drawing="""
                    f      .      .      .      f
                    .      .      .      s      .
                    .      .      s:@    .      .
                    .      .      .      .      .
                    mound  .      .      .      .
                """,
                options=(),
            ),
            Offers(
                drawing="""
                    .      .      .      .      mound
                    .      .      .      .      .
                    f:@    .      .      .      .
                    .      s      .      .      .
                    .      .      .      .      .
                """,
                turn=Tribe.FOREST,
                options=("!add", "!move", "!jump"),
                hidden="a Forest shaman at the edge, with an enemy",
            ),
            Offers(
                drawing="""
                    .      .      .      .      mound
                    .      .      .      .      .
                    f:@    .      s      .      .
                    .      f      .      .      .
                    .      .      .      .      .
                """,
                turn=Tribe.FOREST,
                options=(),
                hidden="a Forest shaman at the edge, with a friend",
            ),
        ),
    ),
    Lesson(
        name="slide",
        title="Move a megalith",
        task=(
            "Powers also move megaliths. The owner slides a megalith on which no shaman stands one space. This text"
            " slides any megalith."
        ),
        start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Site, megalith


@megalith("Ice Stone", text="Move a megalith without a shaman one space.")
def ice(site: Site) -> Iterator[Effect]:
    for space in site.megaliths:
        yield from site.slides(space)
""",
        hint="`site.megaliths` are the spaces with a megalith, and `site.free(…)` keeps those without a shaman.",
        solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Site, megalith


@megalith("Ice Stone", text="Move a megalith without a shaman one space.")
def ice(site: Site) -> Iterator[Effect]:
    for space in site.free(site.megaliths):
        yield from site.slides(space)
""",
        cases=(
            Offers(
                drawing="""
                    .      .      .      .      f
                    .      .      .      .      .
                    .      .      s:@    .      .
                    .      .      .      .      .
                    mound  .      .      .      .
                """,
                options=("a1~b1", "a1~a2", "a1~b2"),
            ),
            Offers(
                drawing="""
                    deer   .      .      .      .
                    .      s:@    .      .      .
                    .      .      .      .      .
                    .      .      .      .      .
                    .      .      .      .      f:mound
                """,
                options=("a5~a4", "a5~b5"),
            ),
            Offers(
                drawing="""
                    .      .      .       .      .
                    .      .      .       .      .
                    .      .      s:dawn  .      f:@
                    .      .      .       .      s
                    .      .      .       deer   chaos
                """,
                turn=Tribe.FOREST,
                options=("d1~c1", "d1~c2", "d1~d2", "d1~e2", "e1~d2", "e1~e2"),
                hidden="two megaliths without a shaman next to each other",
            ),
        ),
    ),
    Lesson(
        name="together",
        title="Two effects at once",
        task=(
            "The owner banishes an enemy next to the megalith, and pays for it with the shaman on the megalith: both"
            " effects are one option. Without an enemy next to it, nothing happens."
        ),
        start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, Site, Together, megalith


@megalith("Duel Stone", text="Banish this shaman and an enemy next to this megalith.")
def duel(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Banish(enemy)
        yield Banish(site.space)
""",
        hint="`Together(…)` makes one option of several effects, such as `Together(Banish(one), Banish(other))`.",
        solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Banish, Effect, Site, Together, megalith


@megalith("Duel Stone", text="Banish this shaman and an enemy next to this megalith.")
def duel(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Together(Banish(enemy), Banish(site.space))
""",
        cases=(
            Offers(
                drawing="""
                    .      .      .      .      f
                    .      f      .      .      .
                    .      .      s:@    .      .
                    .      .      .      f      .
                    mound  .      .      .      .
                """,
                options=("xb4,xc3", "xd2,xc3"),
            ),
            Offers(
                drawing="""
                    f      .      .      .      f
                    .      .      .      .      .
                    .      s      s:@    .      .
                    .      .      .      .      .
                    mound  .      .      .      f
                """,
                options=(),
            ),
            Offers(
                drawing="""
                    .      .      .      s      f:@
                    .      .      .      s      .
                    .      .      mound  .      .
                    .      .      .      .      .
                    s      .      .      .      f
                """,
                turn=Tribe.FOREST,
                options=("xd4,xe5", "xd5,xe5"),
                hidden="a Forest shaman in a corner",
            ),
        ),
    ),
    Lesson(
        name="borrow",
        title="Borrow a power",
        task=(
            "The owner uses the power of a megalith next to this one, as if it lay here. This text borrows from"
            " megaliths anywhere, and also from those that have no power, because they only forbid actions."
        ),
        start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Borrow, Effect, Site, megalith


@megalith("Echo Stone", text="Use the power of a megalith next to this one, as if it lay here.")
def echo(site: Site) -> Iterator[Effect]:
    for space in site.megaliths:
        if space != site.space:
            yield Borrow(space)
""",
        hint="`site.megaliths[space].powers` is empty for a megalith without a power.",
        solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Borrow, Effect, Site, megalith


@megalith("Echo Stone", text="Use the power of a megalith next to this one, as if it lay here.")
def echo(site: Site) -> Iterator[Effect]:
    for space in site.adjacent:
        if space in site.megaliths and site.megaliths[space].powers:
            yield Borrow(space)
""",
        cases=(
            Offers(
                drawing="""
                    .      .      .      .      f
                    .      .      .      .      .
                    .      .      s:@    .      .
                    .      mound  .      .      .
                    .      .      .      .      chaos
                """,
                options=("~b2",),
            ),
            Offers(
                drawing="""
                    .      .      .      .      f
                    .      .      .      .      .
                    .      .      mound  .      .
                    .      .      .      .      .
                    s:@    .      .      .      .
                """,
                options=(),
            ),
            Offers(
                drawing="""
                    .      .      .      lesson.quiet  pillars
                    .      .      .      f:@    .
                    .      .      mound  .      .
                    .      s      .      .      .
                    .      .      .      .      .
                """,
                turn=Tribe.FOREST,
                options=("~c3", "~e5"),
                hidden="one neighbour has no power",
            ),
        ),
    ),
    Lesson(
        name="ward",
        title="A ward",
        task=(
            "A ward is asked about every action, and returns whether it forbids it. Let nobody come onto this"
            " megalith by a move or by a jump. This text forgets the jumps."
        ),
        start="""\
from cairn_rules.cairn import Action, Jump, Move, Site, ward


@ward("Thorn Stone", text="Nobody moves or jumps onto this megalith.")
def thorn(site: Site, action: Action) -> bool:
    return isinstance(action, Move) and action.to == site.space
""",
        hint="`isinstance(action, Move | Jump)` is true for both.",
        solution="""\
from cairn_rules.cairn import Action, Jump, Move, Site, ward


@ward("Thorn Stone", text="Nobody moves or jumps onto this megalith.")
def thorn(site: Site, action: Action) -> bool:
    return isinstance(action, Move | Jump) and action.to == site.space
""",
        cases=(
            Forbids(
                drawing="""
                    .      .      .      .      f
                    .      .      .      .      .
                    .      .      .:@    .      .
                    .      .      s      .      .
                    mound  .      s      .      .
                """,
                actions=("c2-c3", "c1^c3"),
            ),
            Forbids(
                drawing="""
                    .      .      .      .      f
                    .      .      .      .      .
                    .      .      s:@    .      .
                    .      .      s      .      .
                    mound  .      s      .      .
                """,
                actions=(),
            ),
            Forbids(
                drawing="""
                    .      .      .      f      .
                    .      .      f      s      .
                    .      .      .      .:@    .
                    .      .      .      .      mound
                    s      .      .      .      .
                """,
                turn=Tribe.FOREST,
                faces="wdee",
                actions=("c4-d3", "d5^d3"),
                hidden="Forest, with the other faces of the tiles",
            ),
        ),
    ),
    Lesson(
        name="follow",
        title="Two decisions",
        task=(
            "First the owner moves an enemy next to the megalith one space. Then a shaman of the owner steps to the"
            " space that this enemy has left. The second decision is a separate function, which `then` names; here it"
            " offers every step."
        ),
        start="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


def follow(site: Site) -> Iterator[Effect]:
    (push,) = site.chosen
    assert isinstance(push, Relocate)
    for shaman in site.own():
        yield from site.steps(shaman)


@megalith(
    "Tide Stone",
    text="Move an enemy next to this megalith one space. A shaman of yours follows.",
    then=(follow,),
)
def tide(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield from site.steps(enemy)
""",
        hint="The enemy left `push.origin`, and a step leads to `step.to`.",
        solution="""\
from collections.abc import Iterator

from cairn_rules.cairn import Effect, Relocate, Site, megalith


def follow(site: Site) -> Iterator[Effect]:
    (push,) = site.chosen
    assert isinstance(push, Relocate)
    for shaman in site.own():
        for step in site.steps(shaman):
            if step.to == push.origin:
                yield step


@megalith(
    "Tide Stone",
    text="Move an enemy next to this megalith one space. A shaman of yours follows.",
    then=(follow,),
)
def tide(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield from site.steps(enemy)
""",
        cases=(
            Offers(
                drawing="""
                    .      .      .      .      f
                    .      .      .      .      .
                    .      .      mound  .      .
                    .      s:@    .      .      .
                    f      .      .      .      s
                """,
                options=("a1>b1", "a1>a2"),
            ),
            Offers(
                drawing="""
                    .      .      .      .      f
                    .      .      .      .      .
                    .      .      mound  .      .
                    .      s:@    .      .      .
                    f      .      .      .      s
                """,
                after=("a1>a2",),
                options=("b2>a1",),
            ),
            Offers(
                drawing="""
                    .      .      .      f      s
                    .      .      .      f:@    .
                    .      mound  .      .      .
                    .      .      .      .      .
                    s      .      .      .      f
                """,
                turn=Tribe.FOREST,
                after=("e5>e4",),
                options=("d4>e5", "d5>e5"),
                hidden="two Forest shamans can follow",
            ),
        ),
    ),
    Lesson(
        name="exchange",
        title="A custom effect",
        task=(
            "The shaman on the megalith and an enemy next to it change places, and nothing wakes. `RelocateAll` moves"
            " them, but also wakes the megaliths on which they arrive. Write an effect that takes only the shamans"
            " and the marks of those that count as moved from its result."
        ),
        start="""\
from collections.abc import Iterator

from attrs import frozen

from cairn_rules.cairn import Effect, Relocate, RelocateAll, Site, Space, State, megalith


@frozen
class Exchange(Effect):
    first: Space
    second: Space

    def apply(self, state: State) -> State:
        there, back = Relocate(self.first, self.second), Relocate(self.second, self.first)
        moved = RelocateAll(there, back).apply(state)
        return moved


@megalith(
    "Mirror Stone",
    text="This shaman and an enemy next to it change places. Nothing wakes.",
    effects=(Exchange,),
)
def mirror(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Exchange(site.space, enemy)
""",
        hint="`state.replace(shamans=…, moved=…)` is a state with other shamans and marks, in which nothing wakes.",
        solution="""\
from collections.abc import Iterator

from attrs import frozen

from cairn_rules.cairn import Effect, Relocate, RelocateAll, Site, Space, State, megalith


@frozen
class Exchange(Effect):
    first: Space
    second: Space

    def apply(self, state: State) -> State:
        there, back = Relocate(self.first, self.second), Relocate(self.second, self.first)
        moved = RelocateAll(there, back).apply(state)
        return state.replace(shamans=moved.shamans, moved=moved.moved)


@megalith(
    "Mirror Stone",
    text="This shaman and an enemy next to it change places. Nothing wakes.",
    effects=(Exchange,),
)
def mirror(site: Site) -> Iterator[Effect]:
    for enemy in site.enemies(site.adjacent):
        yield Exchange(site.space, enemy)
""",
        cases=(
            Leads(
                drawing="""
                    .      .      .      .      .
                    .      .      f      .      .
                    .      s      s:@    .      .
                    .      .      .      .      .
                    mound  .      .      .      .
                """,
                results=(
                    Result(
                        "Exchange the shamans on c3 and c4",
                        ". . . . . \n . . s . . \n . s f . . \n . . . . . \n . . . . .",
                        (Space.C3, Space.C4),
                    ),
                ),
            ),
            Leads(
                drawing="""
                    .      .      .      .      .
                    .      .      .      .      .
                    .      .      mound  .      .
                    f      f      .      .      .
                    s:@    .      .      .      s
                """,
                results=(
                    Result(
                        "Exchange the shamans on a1 and a2",
                        ". . . . . \n . . . . . \n . . . . . \n s f . . . \n f . . . s",
                        (Space.A1, Space.A2),
                    ),
                    Result(
                        "Exchange the shamans on a1 and b2",
                        ". . . . . \n . . . . . \n . . . . . \n f s . . . \n f . . . s",
                        (Space.A1, Space.B2),
                    ),
                ),
            ),
            Leads(
                drawing="""
                    .      .      .      s:mound  .
                    .      .      .      f:@      .
                    .      .      .      .        .
                    .      .      .      .        .
                    s      .      .      .        f
                """,
                turn=Tribe.FOREST,
                results=(
                    Result(
                        "Exchange the shamans on d4 and d5",
                        ". . . f . \n . . . s . \n . . . . . \n . . . . . \n s . . . f",
                        (Space.D4, Space.D5),
                    ),
                ),
                hidden="the enemy stands on a megalith",
            ),
        ),
    ),
)
"""The lessons, each of which builds on those before it."""
