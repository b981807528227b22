"""A game with secrets that is none of this library: each of two players puts a card face down, then both are shown."""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import evolve, frozen

from cairn_rules import Fault, IllegalActionError, NotationError, Outcome, Reason
from cairn_rules.manifest import Manifest, Seats


@frozen
class Cards:
    """A state or, with None for each card that the viewer may not know, an observation."""

    hands: tuple[tuple[int | None, ...], ...]
    down: tuple[int | None, ...] = ()


class FaceDown:
    """The rules. The cards of both hands are different numbers below 10."""

    MANIFEST: Manifest[Any] = Manifest(name="face-down", seats=Seats(names=("left", "right")))

    def new_game(self, *, seed: int | None = None) -> Cards:
        cards = Random(seed).sample(range(10), 4)
        return Cards((tuple(sorted(cards[:2])), tuple(sorted(cards[2:]))))

    def current_player(self, state: Cards) -> int | None:
        return len(state.down) if len(state.down) < 2 else None

    def legal_actions(self, state: Cards) -> tuple[Any, ...]:
        player = self.current_player(state)
        return () if player is None else state.hands[player]

    def apply(self, state: Cards, action: int) -> Cards:
        if action not in self.legal_actions(state):
            raise IllegalActionError(action, Reason("hide/hand", f"{action} is not in the hand", "1"), str(state))
        seat = len(state.down)
        hand = tuple(card for card in state.hands[seat] if card != action)
        return Cards((*state.hands[:seat], hand, *state.hands[seat + 1 :]), (*state.down, action))

    def outcome(self, state: Cards) -> Outcome | None:
        if len(state.down) < 2:
            return None
        return Outcome(winners=(state.down.index(max(state.down, key=str)),), reason="higher")

    def observe(self, state: Cards, player: int | None) -> Cards:
        hands = tuple(hand if seat == player else (None,) * len(hand) for seat, hand in enumerate(state.hands))
        is_open = len(state.down) == 2
        return Cards(hands, tuple(c if is_open or seat == player else None for seat, c in enumerate(state.down)))

    def sample_hidden(self, observation: Cards, rng: Random) -> Cards:
        known = {card for cards in (*observation.hands, observation.down) for card in cards}
        rest = [card for card in range(10) if card not in known]
        rng.shuffle(rest)
        drawn = [
            tuple(rest.pop() if card is None else card for card in cards)
            for cards in (*observation.hands, observation.down)
        ]
        return evolve(observation, hands=tuple(tuple(sorted(hand)) for hand in drawn[:2]), down=drawn[2])

    def format_action(self, action: int) -> str:
        return f"hide-{action}"

    def parse_action(self, text: str, state: Cards) -> int:  # noqa: ARG002 - the same in every state
        if not text.startswith("hide-") or not text[5:].isdigit():
            raise NotationError(text, [Fault("action", f"{text!r} is not an action such as hide-3")])
        return int(text[5:])

    def diagram(self, state: Cards) -> str:
        return f"{len(state.hands[0])} {len(state.hands[1])} {self.observe(state, None).down}"
