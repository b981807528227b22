# %% [markdown]
# # A first game
# Run this file as a script, or open it as a notebook: each `# %%` begins a cell. It needs
# cairn-rules: `pip install .` in a clone of its repository.

# %%
from collections import Counter
from random import Random

from cairn_rules import Match, Record, cairn, format_record

match = Match(cairn, seed=7)
print(cairn.diagram(match.state))  # in a notebook, `match.state` as the last line of a cell is a picture

# %% What can be done, and why something cannot
print(*map(cairn.format_action, match.legal_actions))
print(cairn.why_illegal(match.state, cairn.parse_action("c1-c3", match.state)))

# %% A decision, and what came of it
match.do(match.legal_actions[0])
print(*match.log()[-1].sentences, sep="\n")

# %% The rest at random: whoever decides picks one of the legal actions
rng = Random(7)
while match.outcome is None:
    match.do(rng.choice(match.legal_actions))
print(format_record(Record.of(match, tags={"Sea": "Random", "Forest": "Random"})))

# %% A hundred games: how often do they end how?
endings: Counter[str] = Counter()
for seed in range(100):
    game = Match(cairn, seed=seed)
    while game.outcome is None:
        game.do(rng.choice(game.legal_actions))
    endings[f"{cairn.Tribe(game.outcome.winners[0])}: {game.outcome.reason}"] += 1
print(*endings.most_common(), sep="\n")
