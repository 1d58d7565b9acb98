"""The OpenAPI document. Each action has an operation generated from its declaration."""

import copy
import hashlib
import json
import re
from functools import lru_cache
from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerSplitView

from nomic.api.game_schemas import describe_games
from nomic.api.openapi_additions import schemas_of_schemas, webhooks
from nomic.api.read_view import not_modified
from nomic.cycles.actions.registry import Action, all_actions
from nomic.cycles.domain.events import all_events
from nomic.effects.language.description.schema import language
from nomic.matches.contract.derive_schemas import schema_of

DESCRIBED = tuple(f"/api/v1/{part}/" for part in ("cycles", "matches", "notices", "practice", "questions", "search"))
ACT_PATH = "/api/v1/cycles/{slug}/actions/{name}/"
COMPONENTS = "#/components/schemas/"
ENTRIES = ("JournalEntry", "DrawnEntry")  # schemas of an entry with typed events; a chained entry has digested ones
EVENT = "Event"
INTRODUCTION = """\
Read cycles and play in them. Everything that can be done in a browser can be done here, by the same rules.

**Begin here.** [example_bot.py](/static/example_bot.py) is a whole bot in one file that needs only Python. It plays a
duel, votes with reasons, buys a pack, previews a proposal and follows events. `GET /api/v1/practice/` lists the games
that you can practise, `POST` opens one in which two bots play with you, and `advance-clock` moves its clock on. `GET
/api/v1/cycles/?mine=true` lists the cycles in which you play. You can join others whose `joining` is “anybody”.

**Who you are.** Make a token for your bot on [your account page](/account/) and send it with every request:
`Authorization: Bearer nomic_…`. Reading needs no token.

**What to do.** `GET /api/v1/questions/` lists what waits for you in all cycles, `GET …/questions/` in one. Each task
names the action that does it, its arguments as far as they are known, and its address.

**Acting.** `GET …/actions/` tells what you can do now, why not the rest, and what arguments each action takes; each
action has an address of its own, `url`, to POST them to. Laws can declare actions that this document does not list.
An accepted act is answered with its entry in the journal. Send an
`Idempotency-Key` of your own with it, and sending it again after a lost answer does no harm: you get the first answer.
A price can rise before your request arrives: `Price-At-Most: {"Coin": 4}` refuses to pay more than that.

**Matches.** `GET /api/v1/matches/?mine=true` lists yours. Each shows your legal moves with the first question of each.
POST `{"move": …, "answers": [[…], …]}` to its `moves/`, with one list of options for each question. 200 is the next
question, and nothing has changed: send all again with one answer more. 201 is the move.

**Proposals.** `difference` says what one changes, value by value. `POST …/proposals/preview/` says it of one that you
have not submitted. The paths of amendments are those of the document at `…/law/`.

**Refusals** are problem details (RFC 9457): `code` is for your program, `detail` for people. 409: the rules say no,
and `rule` names the one; 422: the arguments do not fit, and `errors` names each field. A refused act changes nothing
and has drawn nothing. One that fails after it has drawn is no refusal: 409 with the code `failed`, and `entry` is the
number of its entry, which stands with its draws. A move whose answers do not fit what was drawn has begun, and asks on.

**Reading often.** Answers have an `ETag`; send it as `If-None-Match`, and an answer that still holds costs nearly
nothing. Better still, listen to `…/events/`. Lists come in pages: follow `next` until it is null. Whatever is due by
now has happened in what you read. All instants are UTC.

**Dice.** `python3 verify_draws.py FILE` checks `GET …/draws/export/`:
[verify_draws.py](/static/verify_draws.py). Note the commitment of a phase before it begins, and give it with
`--commitment`.

**Cards that do something.** What cards do is data in the law; `GET /api/v1/schema/effects/` is the JSON Schema of its
language.

**How often.** Each token may make so many requests in any minute; what costs most is counted once more. Every answer
says in `RateLimit-Policy` what the limits are and in `RateLimit` how much is left, 429 says in `Retry-After` when to
come back. Every request counts once, also one that is refused, one whose answer still holds (304) and the opening of a
stream; one that is answered with 429 does not count.
"""
RATE_HEADERS = ("RateLimit-Policy", "RateLimit")
HEADERS: dict[str, Any] = {
    "RateLimit-Policy": {
        "description": "The limits of this request: `q` requests in any `w` seconds.",
        "schema": {"type": "string"},
        "example": '"requests";q=600;w=60, "costly";q=120;w=60',
    },
    "RateLimit": {
        "description": "The rest of each limit: `r` requests now, more in `t` seconds.",
        "schema": {"type": "string"},
        "example": '"requests";r=598;t=61, "costly";r=119;t=61',
    },
    "Retry-After": {
        "description": "The number of seconds to wait.",
        "schema": {"type": "integer", "minimum": 1},
        "example": 12,
    },
}
TAGS = {
    "cycles": "The cycles and their state.",
    "acts": "Actions that you can perform.",
    "players": "The players and their possessions.",
    "matches": "Matches and your moves in them.",
    "proposals": "Proposals, votes, comments and suggestions.",
    "trades": "Offers between players.",
    "court": "Requests for justice, rulings and votes of confidence.",
    "law": "Rules and values, current and past.",
    "journal": "Everything that has happened.",
    "chance": "Every draw, to be verified.",
    "wiki": "The state of the wiki pages.",
    "notices": "Your notifications, and the messages of webhooks.",
}


class BotTokenScheme(OpenApiAuthenticationExtension):
    """OpenAPI security scheme of bot tokens."""

    target_class = "nomic.api.authentication.BotTokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token that you made on your account page: `Authorization: Bearer nomic_…`",
        }


def only_the_api(endpoints: list[Any]) -> list[Any]:
    """Keep only the endpoints that the OpenAPI document describes. A preprocessing hook of drf-spectacular."""
    return [each for each in endpoints if each[0].startswith(DESCRIBED)]


def one_operation_per_action(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Replace the generic endpoint for acts with one operation for each action."""
    template = result["paths"].pop(ACT_PATH)["post"]
    schemas = result["components"]["schemas"]
    for action in sorted(all_actions(), key=lambda action: (action.is_admin, action.name)):
        if not action.is_system:
            arguments = action.args.model_json_schema(ref_template=f"{COMPONENTS}{{model}}")
            schemas |= arguments.pop("$defs", {})
            schemas[action.args.__name__] = arguments
            result["paths"][ACT_PATH.replace("{name}", action.name)] = {"post": _operation(action, template)}
    schemas |= _events()
    for entry in ENTRIES:
        schemas[entry]["properties"]["events"]["items"] = {"$ref": f"{COMPONENTS}{EVENT}"}
    describe_games(schemas)
    result["paths"][ACT_PATH] = {"post": _of_a_law(template)}
    result["paths"] |= schemas_of_schemas()
    result["webhooks"] = webhooks()
    result["servers"] = [{"url": "/", "description": "This site"}]
    _say_headers(result)
    result["info"]["description"] = INTRODUCTION
    result["tags"] = [{"name": name, "description": description} for name, description in TAGS.items()]
    result["components"]["schemas"] = {name: _titled(name, schema) for name, schema in sorted(schemas.items())}
    result["paths"] = dict(sorted(result["paths"].items()))
    return result


def _titled(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with a unique title such as `TetromicPlaceMove`, after which client generators name a class.

    The kind comes last, because generators name a field's class after the schema followed by the field.
    """
    kind, *more = name.split(".")
    words = re.split(r"[^0-9A-Za-z]+", " ".join([*more, kind]))
    return {**schema, "title": "".join(word[:1].upper() + word[1:] for word in words)}


def _say_headers(result: dict[str, Any]) -> None:
    """Add the rate-limit headers to the description of every response, and `Retry-After` to the description of 429."""
    result["components"]["headers"] = HEADERS
    for operations in result["paths"].values():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                names = [*RATE_HEADERS, "Retry-After"] if status == "429" else RATE_HEADERS
                said = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
                response["headers"] = {**response.get("headers", {}), **said}


def _events() -> dict[str, Any]:
    """Return the schemas of journal events, one for each kind, for example `Event.phase-began`."""
    kinds: dict[str, Any] = {}
    shared: dict[str, Any] = {}
    for event in all_events():
        _, found = schema_of([event], f"{COMPONENTS}{EVENT}.of.{{name}}")
        kinds[f"{EVENT}.{event.kind()}"] = found.pop(event.__name__)
        shared |= {f"{EVENT}.of.{name}": part for name, part in found.items()}
    return {EVENT: {"oneOf": [{"$ref": COMPONENTS + name} for name in kinds]}, **kinds, **shared}


def _operation(action: Action, template: dict[str, Any]) -> dict[str, Any]:
    operation = copy.deepcopy(template)
    operation["operationId"] = f"act_{action.name.replace('-', '_')}"
    operation["summary"] = action.title
    operation["description"] = f"{action.summary}\n\nChannel: {action.channel}. Rule: {action.rule}." + (
        " For admins." if action.is_admin else ""
    )
    operation["parameters"] = [each for each in operation["parameters"] if each["name"] != "name"]
    if not action.asks:
        del operation["responses"]["200"]
    operation["requestBody"] = {
        "required": bool(action.schema().get("required")),
        "content": {"application/json": {"schema": {"$ref": f"{COMPONENTS}{action.args.__name__}"}}},
    }
    return operation


def _of_a_law(template: dict[str, Any]) -> dict[str, Any]:
    """Return the operation for actions that only the law of a cycle declares."""
    return {
        **copy.deepcopy(template),
        "operationId": "act_of_the_law",
        "summary": "Perform an action of the law",
        "description": "For actions that the law of a cycle declares, which differ from cycle to cycle. "
        "`GET …/actions/` lists them with the schemas of their arguments.",
    }


@lru_cache(maxsize=1)
def schema_text() -> bytes:
    """Return the OpenAPI document, cached because it never changes while the process runs."""
    return written()


def written() -> bytes:
    """Return the OpenAPI document of the current declarations as JSON."""
    return json.dumps(SchemaGenerator().get_schema(request=None, public=True), separators=(",", ":")).encode()


@csrf_exempt
@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Serve the OpenAPI document as JSON."""
    return _fixed(request, schema_text(), "application/vnd.oai.openapi+json")


@lru_cache(maxsize=1)
def effect_language_text() -> bytes:
    """Return the JSON Schema of effects, cached because the language never changes while the process runs."""
    return json.dumps(language(), separators=(",", ":")).encode()


@csrf_exempt
@require_safe
def effect_language(request: HttpRequest) -> HttpResponse:
    """Serve the JSON Schema of the effect language."""
    return _fixed(request, effect_language_text(), "application/schema+json")


def _fixed(request: HttpRequest, text: bytes, content_type: str) -> HttpResponse:
    tag = hashlib.blake2b(text, digest_size=16).hexdigest()
    response = not_modified(request, tag)
    if response is None:
        response = HttpResponse(text, content_type=content_type)
        response["ETag"] = f'"{tag}"'
        response["Cache-Control"] = "no-cache"
    return response


# Both viewers of the document write styles into the page, and one of them uses a worker.
_docs_policy = csp_replace(
    {
        "script-src": [SELF],
        "style-src": [SELF, UNSAFE_INLINE],
        "worker-src": [SELF, "blob:"],
    }
)
# Their page for OPTIONS has no template, so it would be a failure.
READ = ["get", "head"]
swagger = _docs_policy(SpectacularSwaggerSplitView.as_view(url_name="api:schema", http_method_names=READ))
redoc = _docs_policy(
    SpectacularRedocView.as_view(url_name="api:schema", template_name="api/redoc.html", http_method_names=READ)
)
