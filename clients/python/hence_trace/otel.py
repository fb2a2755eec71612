"""An exporter of OpenTelemetry spans that writes them to the spool of the store.

    from hence_trace.otel import HenceSpanProcessor

    provider.add_span_processor(HenceSpanProcessor())

Spans of any instrumentation (OpenInference, OpenLLMetry, Logfire) reach Hence so, without a server
and without a network: each export is one line of OTLP in JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

from . import recorder
from ._event import encode
from ._recorder import Recorder


class HenceSpanExporter(SpanExporter):
    """Exports spans into the spool. What is exported survives the process."""

    def __init__(self, into: Recorder | None = None) -> None:
        self._into = into

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        keeper = self._into if self._into is not None else recorder()
        try:
            written = all([keeper.write_line(encode(request)) for request in _requests(spans)])
        except Exception as error:
            keeper.fail(error)
            written = False
        return SpanExportResult.SUCCESS if written else SpanExportResult.FAILURE

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        keeper = self._into if self._into is not None else recorder()
        return keeper.flush(timeout_millis / 1000).spooled == 0

    def shutdown(self) -> None:
        pass


class HenceSpanProcessor(SpanProcessor):
    """Exports each span when it ends, and gives a first span its place in the record."""

    def __init__(self, into: Recorder | None = None) -> None:
        self._into = into
        self._exporter = HenceSpanExporter(into)

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        keeper = self._into if self._into is not None else recorder()
        try:
            here = keeper.here()
            place = {"session": here.session_id, "run": here.run_id}
            if span.parent is None:
                place.update({"agent": here.agent, "parent": here.parent})
            for name, value in place.items():
                if value is not None:
                    span.set_attribute(f"hence.{name}", value)
        except Exception as error:
            keeper.fail(error)

    def on_end(self, span: ReadableSpan) -> None:
        self._exporter.export([span])

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._exporter.force_flush(timeout_millis)


def _requests(spans: Sequence[ReadableSpan]) -> list[dict[str, Any]]:
    """One request for each resource and scope: a line must not grow with the number of spans."""
    requests: dict[tuple[int, str], dict[str, Any]] = {}
    for span in spans:
        scope = span.instrumentation_scope
        name = scope.name if scope is not None else ""
        key = (id(span.resource), name)
        if key not in requests:
            requests[key] = {
                "resourceSpans": [
                    {
                        "resource": {"attributes": _attributes(span.resource.attributes)},
                        "scopeSpans": [
                            {
                                "scope": {
                                    "name": name,
                                    "version": (scope.version or "") if scope is not None else "",
                                },
                                "spans": [],
                            }
                        ],
                    }
                ]
            }
        requests[key]["resourceSpans"][0]["scopeSpans"][0]["spans"].append(_span(span))
    return list(requests.values())


def _span(span: ReadableSpan) -> dict[str, Any]:
    context = span.get_span_context()
    told: dict[str, Any] = {
        "traceId": f"{context.trace_id if context else 0:032x}",
        "spanId": f"{context.span_id if context else 0:016x}",
        "name": span.name,
        "kind": span.kind.value + 1,
        "startTimeUnixNano": str(span.start_time or 0),
        "endTimeUnixNano": str(span.end_time or 0),
        "attributes": _attributes(span.attributes),
        "events": [
            {
                "timeUnixNano": str(event.timestamp),
                "name": event.name,
                "attributes": _attributes(event.attributes),
            }
            for event in span.events
        ],
        "links": [
            {
                "traceId": f"{link.context.trace_id:032x}",
                "spanId": f"{link.context.span_id:016x}",
                "attributes": _attributes(link.attributes),
            }
            for link in span.links
        ],
        "status": {
            "code": span.status.status_code.value,
            "message": span.status.description or "",
        },
        "droppedAttributesCount": span.dropped_attributes,
        "droppedEventsCount": span.dropped_events,
    }
    if span.parent is not None:
        told["parentSpanId"] = f"{span.parent.span_id:016x}"
    return told


def _attributes(attributes: Any) -> list[dict[str, Any]]:
    return [{"key": str(key), "value": _value(one)} for key, one in (attributes or {}).items()]


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, (list, tuple)):
        return {"arrayValue": {"values": [_value(one) for one in value]}}
    return {"stringValue": str(value)}
