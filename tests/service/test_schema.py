"""OpenAPI and the JSON Schema of every answer, held to real answers."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from conftest import ROOT, Ran

from cli.service.app import Service
from cli.service.openapi import openapi
from cli.service.verbs import VERBS, verb_questions
from solver.views.json_names import NAMES
from solver.views.json_schema import SHAPES, definitions, schema_of

jsonschema = pytest.importorskip("jsonschema")
DEAL = "0:QJT85.AK652.4.JT A742.Q97.A65.863 96.843.Q983.K975 K3.JT.KJT72.AQ42"
ENDING = "0:AK..2. ..A.32 .AKQ.. Q.J.K."
ANSWERS = [
    ("trump", "trump AQ.K84.."),
    ("trump", "trump AQ.Kxx.. --samples 8 --seed 1"),
    ("trump", "trump AQ.K84.. -n 8 --seed 1 --node-limit 20 --give 2:SK --scoring nl"),
    ("trump", "trump AQ.K84.. --score 5-3"),
    ("trump", "trump AKQJT.AK42.A4.84 --variant daba -n 4 --seed 1"),
    ("trump", "trump AQ.K84.. --variant three -n 1 --seed 1"),
    ("kot", "kot AQ.K84.. -n 64 --seed 1"),
    ("kot", "kot AQ.K84.. --variant be-ranga -n 9 --seed 1 --node-limit 10"),
    ("play", "play K84.KT76.J9.AJ85 -t D --play DQ -n 8 --seed 1"),
    ("play", "play K84.KT76.J9.AJ85 -t D --play DQ -n 8 --seed 1 --weigh-call --score 5-3"),
    ("choose", "choose AQ.K84.. -n 8 --seed 1"),
    ("choose", "choose AK.AKQJT.AK.A842 --variant rang -o challenge=on --called S -n 8 --seed 1"),
    ("solve", f"solve '{DEAL}' -t S --explain --ask class,result,value,leads,line --race 7,1"),
    ("solve", f"solve '{ENDING}' -t H --table --nodes 3"),
    ("solve", f"solve '{ENDING}' -t H --player 0 --ask guarantees,class,value"),
    ("solve", f"solve '{DEAL}' -t S --ask bids,challenge"),
    ("solve", "solve '0:AKQ.. T98.. .AKQ. ' --variant beranga"),
    ("review", "review docs/examples/match.txt --quick --seed 1"),
    ("review", "review docs/examples/lost_kot.txt --seed 1 --number 1"),
    ("quiz", "quiz --count 4 --seed 7"),
    ("deal", "deal --give 0:AQ.Kx4.. --seed 1 -t S"),
    ("deal", "deal --variant dehla_five_card --seed 1"),
    ("deal", "deal --seed 1 --cards 3 --where 'length(0, S) >= 1'"),
    ("book", "book show AQ.K84.. --scoring nl"),
    ("equity", "equity --score 5-3 --caller them --target 7 --table"),
    ("equity", "equity --classes WIN_A=50,KOT_A=14,WIN_B=30 --variant netherlands"),
    ("score", "score 9-4"),
    ("score", "score kot us --variant netherlands"),
    ("score", "score --classes WIN_A=50,KOT_A=14,WIN_B=30"),
    ("score", "score docs/examples/match.txt"),
]  # fmt: skip


def checked(name: str, answer: Any) -> None:
    jsonschema.Draft202012Validator(schema_of(name)).validate(answer)


@pytest.mark.one_in(5)
@pytest.mark.parametrize(("verb", "line"), ANSWERS, ids=[each[1][:50] for each in ANSWERS])
def test_an_answer_is_as_its_schema_says(
    hakem: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, verb: str, line: str
) -> None:
    monkeypatch.chdir(ROOT)
    ran = hakem(*shlex.split(line), "--json")
    for text in ran.out.splitlines():
        answer = json.loads(text)
        checked("error" if "code" in answer and "error" in answer else verb, answer)


def test_every_verb_has_answers() -> None:
    assert {verb for verb, _ in ANSWERS} == set(VERBS)
    assert set(VERBS) <= set(SHAPES)


def test_a_schema_refuses_what_is_no_answer() -> None:
    """A field more, one less, one of another kind."""
    estimate = {"p": 0.5, "low": 0.4, "high": 0.6, "count": 5, "n": 10}
    checked("Estimate", estimate)
    for wrong in ({**estimate, "more": 1}, {**estimate, "p": "x"}, {**estimate, "n": 0.5}):
        with pytest.raises(jsonschema.ValidationError):
            checked("Estimate", wrong)
    del estimate["n"]
    with pytest.raises(jsonschema.ValidationError):
        checked("Estimate", estimate)


def test_the_types_of_all_fields_are_known() -> None:
    """Of every row; what may be anything is named here."""
    anything = {
        f"{name}.{field}"
        for name in NAMES
        for field, schema in definitions()[name]["properties"].items()
        if not schema
    }
    known = {"BookAdvice.Call.source", "Duel.points", "KeptLine.line", "ReviewedCard.loss"}
    assert anything <= {*known, "KeptLine.value"}


def test_openapi_is_a_schema_itself(
    serving: Callable[[Service], AbstractContextManager[Any]],
) -> None:
    """Every reference leads somewhere, and every schema is one."""
    with serving(Service(verb_questions(), documents={"/openapi.json": openapi()})) as client:
        status, found = client.send("/openapi.json", method="GET")
    assert status == 200
    assert found == json.loads(json.dumps(openapi()))
    text = json.dumps(found)
    schemas = found["components"]["schemas"]
    for part in text.split('"$ref": "')[1:]:
        assert part.partition('"')[0].removeprefix("#/components/schemas/") in schemas
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    for path in found["paths"].values():
        question = path["post"]["requestBody"]["content"]["application/json"]["schema"]
        jsonschema.Draft202012Validator.check_schema(question)
