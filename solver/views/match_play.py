"""A match in play for a terminal: what the person sees, what happens, how a hand ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from ..match.ledger import outcome_word
from .parts import cards_text, hand_text, reddened, suit_text

if TYPE_CHECKING:
    from ..match.ledger import Entry
    from ..players.hints import Hint
    from ..players.match_in_play import Event, MatchInPlay, Sitting

__all__ = [
    "ended_lines",
    "ended_view",
    "event_text",
    "hint_text",
    "score_text",
    "turn_view",
    "won_text",
]


def event_text(event: Event, names: tuple[str, ...]) -> Text:
    """What happened, in a line; `names` are those of the seats of the hand."""
    name = names[event.seat]
    you = name == "you"
    if event.what == "play":
        wide = max(map(len, names)) + 2
        return Text(f"  {name:<{wide}}").append_text(cards_text(event.cards))
    if event.what == "trick":
        return Text(f"  {name} {'take' if you else 'takes'} the trick", style="dim")
    said = Text(f"{name} ")
    if event.what == "call":
        if event.suit is None:
            return said.append("lays a card down: the trump is hidden")
        return said.append("call " if you else "calls ").append_text(suit_text(event.suit))
    if event.what == "request":
        said.append("ask" if you else "asks").append(" for the trump: ")
        return said.append_text(suit_text(event.suit))
    return Text("trump is ").append_text(suit_text(event.suit))


def turn_view(
    match: MatchInPlay, sitting: Sitting, names: tuple[str, ...], table: bool = True
) -> list[RenderableType]:
    """What the person is asked, with all that it sees; `table`: the cards of the trick as well."""
    asked = sitting.due
    assert asked is not None
    if asked.view is None:
        return [Text("You call from ").append_text(hand_text(asked.five))]
    view = asked.view
    now = view.position
    counted = "tens" if now.variant.points == "tens" else "tricks"
    head = Text(f"Trick {now.tricks_done + 1}", style="bold").append(", trump ", style="not bold")
    if view.trump is None:
        head.append("hidden" if view.trump_hidden else "not made yet", style="not bold")
    else:
        head.append_text(suit_text(view.trump))
    head.append(f", {counted} {_tricks(sitting, now.taken, names)}", style="not bold")
    parts: list[RenderableType] = ["", head, score_text(match)]
    for seat, card in sitting.table if table else ():
        parts.append(Text(f"  {names[seat]} ").append_text(cards_text([card])))
    if view.dummy is not None and view.dummy != sitting.seat:
        parts.append(Text("dummy holds ").append_text(hand_text(now.hands[view.dummy])))
    parts.append(Text("You hold ").append_text(hand_text(sitting.own)))
    legal = now.legal()
    if view.seat != sitting.seat:
        parts.append(Text("You play for the dummy."))
    if asked.what == "play" and len(legal) < len(now.hands[view.seat]):
        parts.append(Text("You may play ").append_text(cards_text(legal)))
    if asked.what == "request":
        parts.append(Text("Ask for the trump? y or n"))
    return parts


def _tricks(sitting: Sitting, taken: tuple[int, ...], names: tuple[str, ...]) -> str:
    if len(taken) == 2:
        mine = sitting.seat % 2
        return f"{taken[mine]} for you, {taken[1 - mine]} against"
    return ", ".join(f"{name} {tricks}" for name, tricks in zip(names, taken, strict=True))


def score_text(match: MatchInPlay) -> Text:
    """The score of the match, the person's side first."""
    score = match.state.score
    if len(score) == 2:
        team = match.person % 2
        said = f"{score[team]} for you, {score[1 - team]} against"
        if match.rules.scoring.streak:
            streak = match.state.streak
            said += f"; straight wins {streak[team]} and {streak[1 - team]}"
    else:
        said = ", ".join(f"{a} {b}" for a, b in zip(match.names, score, strict=True))
    return Text(f"Match: {said}", style="dim")


def ended_view(match: MatchInPlay, entry: Entry) -> list[RenderableType]:
    """The line of the score sheet for the hand just ended, and who has won the match."""
    gained = entry.gained
    mine = gained[match.person % 2 if len(gained) == 2 else match.person]
    others = max((p for at, p in enumerate(gained) if at != match.person % len(gained)), default=0)
    if mine > others:
        said = f"{mine} to you"
    elif others > mine:
        said = f"{others} against you"
    else:
        said = "nothing"
    caller = match.names[entry.caller]
    parts: list[RenderableType] = [
        "",
        Text(f"Hand {entry.number} is over: {outcome_word(entry)} (A: {caller} called).", "bold"),
        Text(f"It scores {said}."),
        score_text(match),
    ]
    return parts if match.winner is None else [*parts, won_text(match)]


def ended_lines(match: MatchInPlay, entry: Entry) -> list[str]:
    """`ended_view` as plain sentences, without the score of the match."""
    score = score_text(match).plain
    lines = [part.plain for part in ended_view(match, entry) if isinstance(part, Text)]
    return [line for line in lines if line != score]


def won_text(match: MatchInPlay) -> Text:
    """Who has won the match that is over."""
    mine = match.person % 2 if match.rules.players == 2 else match.person
    if match.winner == -1:
        return Text("The match is drawn.", style="bold")
    return Text(f"You {'win' if match.winner == mine else 'lose'} the match.", style="bold")


def hint_text(hint: Hint, step: int) -> Text:
    """The hint, step by step: 0 the reason, 1 the suit, from 2 on the answer."""
    if step == 0:
        return Text(hint.reason)
    if step == 1 and hint.suit is not None:
        return Text("Its suit: ").append_text(suit_text(hint.suit))
    if isinstance(hint.answer, bool):
        return Text("Yes." if hint.answer else "No.")
    return Text("Best: ").append_text(reddened(hint.answer.symbol))
