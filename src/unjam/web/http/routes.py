"""The URLs of the API as FastAPI serves them.

FastAPI validates requests and generates the OpenAPI description from the signatures of the handlers and the
dataclasses in ``wire``.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import TypeAdapter

from ...core.message import Message
from ..api.pictures import Picture
from ..api.routes import PREFIX, ROUTES, Route
from ..jobs.queue import Event
from ..wire import answers, events, requests
from ..wire.encoding import dumps
from .constant_answers import ConstantAnswers

REFUSALS = {
    400: "The body is not JSON.",
    404: "The id has no level, or one without this.",
    409: "The rules forbid it here.",
    413: "The body is too large.",
    422: "The request does not have the described form.",
    503: "Too many searches are waiting.",
    507: "There is no room for more.",
}
EVENT = {
    "type": "object",
    "properties": {
        "event": {"type": "string", "enum": ["making", "place", "progress", "part", "done", "failed"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}


def _message_schema(source: Any, handler: Any) -> Any:
    function = {"type": "function-plain", "function": Message.json}
    return {**handler.generate_schema(answers.Msg), "serialization": function}


Message.__get_pydantic_core_schema__ = _message_schema  # type: ignore[attr-defined]  # so that pydantic can serialize messages


def make_router() -> APIRouter:
    router = APIRouter(prefix=PREFIX)
    for route in ROUTES:
        _add(router, route)
    return router


def _add(router: APIRouter, route: Route) -> None:
    signature = inspect.signature(route.handler, eval_str=True)
    _, *parameters = signature.parameters.values()
    returned = signature.return_annotation
    is_stream = returned == AsyncGenerator[Event]
    if route.method == "GET":  # by default, FastAPI would expect lists in the body
        parameters = [
            parameter
            if f"{{{parameter.name}}}" in route.path
            else parameter.replace(annotation=Annotated[parameter.annotation, Query()])
            for parameter in parameters
        ]
    refusals = {*route.refusals, *([422] if parameters else []), *([400, 413] if route.method == "POST" else [])}
    responses: dict[int | str, Any] = {
        status: {"model": answers.Trouble, "description": REFUSALS[status]} for status in sorted(refusals)
    }
    media_types = ("text/event-stream",) if is_stream else route.media_types
    if media_types:
        content = {name: {"schema": EVENT} if is_stream else {} for name in media_types}
        responses[200] = {"content": content, "description": "Events." if is_stream else "The picture."}
    router.add_api_route(
        route.path,
        _endpoint(route, parameters),
        methods=[route.method],
        name=route.handler.__name__,
        description=route.handler.__doc__,
        response_model=None if media_types else returned,
        response_class=Response if media_types or route.is_silent else JsonResponse,
        status_code=204 if route.is_silent else 200,
        responses=responses,
    )


def _endpoint(route: Route, parameters: list[inspect.Parameter]) -> Callable[..., Any]:
    """Wrap the handler for FastAPI, with the request as a parameter in place of the server's state.

    A handler without a return type sends an empty response.
    """

    async def endpoint(request: Request, **arguments: Any) -> Response:
        if route.is_constant:
            constants: ConstantAnswers = request.app.state.constants
            return await run_in_threadpool(constants.respond, request, route, arguments)
        state = request.app.state.server
        if inspect.iscoroutinefunction(route.handler):
            answer = await route.handler(state, **arguments)
        else:
            answer = await run_in_threadpool(route.handler, state, **arguments)
        return Response(status_code=204) if route.is_silent else respond(answer)

    request = inspect.Parameter("request", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Request)
    endpoint.__signature__ = inspect.Signature([request, *parameters])  # type: ignore[attr-defined]
    return endpoint


class JsonResponse(JSONResponse):
    """A wire dataclass as JSON; a browser must revalidate it before using a cached copy."""

    def __init__(self, answer: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(answer, status, {"cache-control": "no-cache", **(headers or {})})

    def render(self, content: Any) -> bytes:
        return dumps(content).encode()


def respond(answer: Any) -> Response:
    if isinstance(answer, Picture):
        headers = {"content-disposition": f'attachment; filename="{answer.name}"'}
        return Response(answer.content, media_type=answer.media_type, headers=headers)
    if isinstance(answer, AsyncGenerator):
        headers = {"cache-control": "no-store"}
        return StreamingResponse(_lines(answer), media_type="text/event-stream", headers=headers)
    return JsonResponse(answer)


async def _lines(stream: AsyncGenerator[Event]) -> AsyncIterator[str]:
    async with aclosing(stream) as events:
        async for event in events:
            yield str(event)


def describe_api(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description, including types that occur only in events; all response fields are required."""
    document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    shapes = [(shape, "serialization", TypeAdapter(shape)) for shape in events.SHAPES]
    _, schemas = TypeAdapter.json_schemas(shapes, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    schemas = schemas["$defs"] | document["components"]["schemas"]
    for name in schemas.keys() - {shape.__name__ for shape in requests.Request.__subclasses__()}:
        fields = schemas[name]["properties"]
        schemas[name]["required"] = [field for field in fields if (name, field) != ("Msg", "one")]
        for field in fields.values():
            field.pop("default", None)
    document["components"]["schemas"] = dict(sorted(schemas.items()))
    return document
