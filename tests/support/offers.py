"""A game with open actions: in turn, each takes any part of a number; who takes the last one wins."""

from __future__ import annotations

import re

from attrs import frozen

from cairn_rules import Fault, IllegalActionError, NotationError, Reason
from cairn_rules.manifest import Manifest, Samples
from support.subtraction import Subtraction


@frozen
class Offer:
    amount: int


class Offers(Subtraction):
    """The rules. Offers of any amount are legal; that of 1 is listed as a sample."""

    MANIFEST = Manifest(
        name="offers",
        open_actions=(Offer,),
        samples=Samples(states=lambda: ((9, 0),), actions=lambda: (Offer(1), Offer(3), Offer(99))),
    )

    def __init__(self) -> None:
        super().__init__(2)

    def legal_actions(self, state):
        return (Offer(1),) if state[0] else ()

    def why_illegal(self, state, action):
        if isinstance(action, Offer) and 1 <= action.amount <= state[0]:
            return None
        return Reason("offer/amount", f"an offer is 1 to {state[0]}", "1")

    def apply(self, state, action):
        if reason := self.why_illegal(state, action):
            raise IllegalActionError(action, reason, str(state))
        return state[0] - action.amount, 1 - state[1]

    def format_action(self, action):
        return f"offer-{action.amount}"

    def parse_action(self, text, state):  # noqa: ARG002 - the same in every state
        if not (found := re.fullmatch("offer-([0-9]{1,9})", text)):
            raise NotationError(text, [Fault("action", f"{text!r} is not an offer such as offer-3")])
        return Offer(int(found[1]))


OFFERS = Offers()
