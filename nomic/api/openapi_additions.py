"""Hand-written parts of the OpenAPI document that no view declares: the documents themselves and webhook payloads."""

from typing import Any

from nomic.notices.delivery.webhook_payload import MAX_LENGTH, NAME

NOT_MODIFIED = {"description": "Nothing has changed since that ETag."}
TOO_MANY = {"description": "Too many requests; `Retry-After` says when to come back."}


def schemas_of_schemas() -> dict[str, Any]:
    """Return the operations that serve the OpenAPI document and the schema of the effect language."""
    return {
        "/api/v1/schema/": _document(
            "openapi_document",
            "Read this document",
            "The OpenAPI document of this API.",
            "application/vnd.oai.openapi+json",
        ),
        "/api/v1/schema/effects/": _document(
            "effect_language",
            "Read the language of effects",
            "The JSON Schema of what cards, packs and rules can do, as a law says it.",
            "application/schema+json",
        ),
    }


def _document(name: str, summary: str, description: str, media_type: str) -> dict[str, Any]:
    answers = {
        "200": {"description": "The document.", "content": {media_type: {"schema": {"type": "object"}}}},
        "304": NOT_MODIFIED,
        "429": TOO_MANY,
    }
    operation = {"operationId": name, "summary": summary, "description": description, "tags": ["law"]}
    return {"get": {**operation, "responses": answers}}


def webhooks() -> dict[str, Any]:
    """Return the OpenAPI description of the webhooks that staff configure. Their payload has Discord's format."""
    content = {"type": "string", "maxLength": MAX_LENGTH, "description": "What happened, a line for each message."}
    nobody = {"type": "object", "properties": {"parse": {"type": "array", "items": {"type": "string"}, "maxItems": 0}}}
    body = {
        "type": "object",
        "properties": {
            "content": content,
            "username": {"type": "string", "const": NAME},
            "allowed_mentions": {**nobody, "required": ["parse"], "description": "Nobody is mentioned."},
        },
        "required": ["content", "username", "allowed_mentions"],
        "additionalProperties": False,
    }
    return {
        "news": {
            "post": {
                "operationId": "webhook_news",
                "summary": "Receive what happens in a cycle",
                "description": "Sent to each webhook that staff have set up for a channel of a cycle. Any 2xx answer "
                "takes the message. 429 and 5xx have it sent again, 401, 403, 404, 405 and 410 stop the webhook.",
                "tags": ["notices"],
                "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
                "responses": {
                    "200": {"description": "Taken."},
                    "204": {"description": "Taken."},
                    "429": {"description": "Send less: `Retry-After` says when to try again."},
                },
            }
        }
    }
