"""What the service answers, in OpenAPI 3.1: made from the tables that requests and answers have.

The fields of a question are those of `fields.py`, the answers those of `solver.views.json_schema`.
"""

from __future__ import annotations

from typing import Any

from solver import __version__
from solver.views.json_schema import definitions

from .app import JSON, NDJSON
from .verbs import VERBS, Verb

__all__ = ["openapi"]

_REFUSALS = {
    400: "The request is no question, or its cards are no hand.",
    401: "The request has not the key of this service.",
    403: "Asked by another name, or by a page of another site.",
    408: "The request did not come to its end.",
    413: "The request is too long.",
    415: "The request is no JSON.",
    422: "The time or the node limit of the question ended first.",
    429: "Too many questions wait: ask again after Retry-After seconds.",
    500: "A fault of the service.",
}


def openapi() -> dict[str, Any]:
    """The description of the service, for /openapi.json."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Hakem",
            "version": __version__,
            "description": "Exact answers for Court Piece (Rang, Hokm, Troefcall) with open hands.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            **{f"/v1/{name}": {"post": _verb(name, verb)} for name, verb in VERBS.items()},
            "/bot/choose_trump_suite": {"post": _bot("The suit to call.", "your_cards")},
            "/bot/play_card": {
                "post": _bot(
                    "The card to play.", "whos_lead", "your_index", "your_cards", "floor_cards",
                    "trump_suite", "wins", "tricks",
                )
            },
        },
        "components": {
            "schemas": _moved(definitions()),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"key": []}],
    }  # fmt: skip


def _verb(name: str, verb: Verb) -> dict[str, Any]:
    question = {
        "type": "object",
        "properties": {field: each.schema() for field, each in verb.fields.items()},
        "required": list(verb.needed),
        "additionalProperties": False,
    }
    one = {"schema": {"$ref": f"#/components/schemas/{name}"}}
    lines = {"schema": {"type": "string", "description": "A JSON object a line."}}
    return {
        "operationId": name,
        "summary": (verb.answer.__doc__ or "").strip(),
        "requestBody": {
            "required": True,
            "content": {JSON: {"schema": question}, NDJSON: lines},
        },
        "responses": _responses({NDJSON: one if verb.lines else lines, JSON: one}),
    }


def _bot(summary: str, *fields: str) -> dict[str, Any]:
    question = {"type": "object", "required": list(fields)}
    return {
        "summary": f"{summary} The bot protocol of hakem.club.",
        "requestBody": {"required": True, "content": {JSON: {"schema": question}}},
        "responses": _responses({JSON: {"schema": {"type": "integer"}}}),
    }


def _responses(answer: dict[str, Any]) -> dict[str, Any]:
    refusal = {JSON: {"schema": {"$ref": "#/components/schemas/error"}}}
    found: dict[str, Any] = {"200": {"description": "The answer.", "content": answer}}
    for status, text in _REFUSALS.items():
        found[str(status)] = {"description": text, "content": refusal}
    return found


def _moved(schema: Any) -> Any:
    """The schema with its references where OpenAPI has them."""
    if isinstance(schema, dict):
        return {
            name: value.replace("#/$defs/", "#/components/schemas/")
            if name == "$ref"
            else _moved(value)
            for name, value in schema.items()
        }
    return [_moved(each) for each in schema] if isinstance(schema, list) else schema
