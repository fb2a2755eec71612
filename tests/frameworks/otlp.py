"""OTLP requests as JSON: decoded from protobuf, taken apart, put in another order, and made fit to keep.

A capture is kept as OTLP/JSON, whatever encoding the framework used, so that it can be read, cut and compared.
"""

import base64
import json
import random
import re
import struct

TEXT_MAX = 300  # A framework's own prompts are long, and say nothing about a call.

# A message: field number -> (JSON name, type). A type is a message, a scalar, or a list of either.
ANY = {1: ("stringValue", "text"), 2: ("boolValue", "bool"), 3: ("intValue", "int"),
       4: ("doubleValue", "double"), 7: ("bytesValue", "base64")}
KEY_VALUE = {1: ("key", "text"), 2: ("value", ANY)}
ANY[5] = ("arrayValue", {1: ("values", [ANY])})
ANY[6] = ("kvlistValue", {1: ("values", [KEY_VALUE])})
ATTRIBUTES = ("attributes", [KEY_VALUE])
RESOURCE = {1: ATTRIBUTES}
SCOPE = {1: ("name", "text"), 2: ("version", "text"), 3: ATTRIBUTES}
EVENT = {1: ("timeUnixNano", "fixed64"), 2: ("name", "text"), 3: ATTRIBUTES}
LINK = {1: ("traceId", "hex"), 2: ("spanId", "hex"), 3: ("traceState", "text"), 4: ATTRIBUTES}
SPAN = {1: ("traceId", "hex"), 2: ("spanId", "hex"), 3: ("traceState", "text"), 4: ("parentSpanId", "hex"),
        5: ("name", "text"), 6: ("kind", "number"), 7: ("startTimeUnixNano", "fixed64"),
        8: ("endTimeUnixNano", "fixed64"), 9: ATTRIBUTES, 11: ("events", [EVENT]), 13: ("links", [LINK]),
        15: ("status", {2: ("message", "text"), 3: ("code", "number")})}
RECORD = {1: ("timeUnixNano", "fixed64"), 11: ("observedTimeUnixNano", "fixed64"),
          2: ("severityNumber", "number"), 3: ("severityText", "text"), 5: ("body", ANY), 6: ATTRIBUTES,
          9: ("traceId", "hex"), 10: ("spanId", "hex"), 12: ("eventName", "text")}


def request_of(outer, inner, leaf, message):
    scoped = {1: ("scope", SCOPE), 2: (leaf, [message]), 3: ("schemaUrl", "text")}
    return {1: (outer, [{1: ("resource", RESOURCE), 2: (inner, [scoped]), 3: ("schemaUrl", "text")}])}


KINDS = {"/v1/traces": ("resourceSpans", "scopeSpans", "spans", SPAN),
         "/v1/logs": ("resourceLogs", "scopeLogs", "logRecords", RECORD)}


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def fields(data):
    """The fields of a message: number and raw value."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            size = 8 if tag & 7 == 1 else 4
            value, at = data[at:at + size], at + size
        yield tag >> 3, value


def scalar(kind, raw):
    if kind == "text":
        return raw.decode("utf-8", "replace")
    if kind == "int":
        return str(raw - (1 << 64) if raw >= 1 << 63 else raw)
    if kind == "fixed64":
        return str(struct.unpack("<Q", raw)[0])
    if kind == "double":
        return struct.unpack("<d", raw)[0]
    return {"hex": bytes.hex, "bool": bool, "number": int,
            "base64": lambda value: base64.b64encode(value).decode()}[kind](raw)


def decode(message, data):
    """A protobuf message as JSON. Recursion is fine here: this reads what the cases sent, not user data."""
    value = {}
    for number, raw in fields(data):
        name, kind = message.get(number, (None, None))
        if isinstance(kind, list):
            value.setdefault(name, []).append(decode(kind[0], raw))
        elif isinstance(kind, dict):
            value[name] = decode(kind, raw)
        elif name:
            value[name] = scalar(kind, raw)
    return value


def as_json(path, content_type, body):
    """The request as OTLP/JSON."""
    outer, inner, leaf, message = KINDS[path]
    if "json" in content_type:
        return json.loads(body)
    return decode(request_of(outer, inner, leaf, message), body)


def single(path, request):
    """A request for each span or record."""
    outer, inner, leaf, _ = KINDS[path]
    return [{outer: [{**resource, inner: [{**scope, leaf: [each]}]}]}
            for resource in request.get(outer) or []
            for scope in resource.get(inner) or [] for each in scope.get(leaf) or []]


def arranged(requests, order):
    """The requests in an order: as `sent`, `cut` into single spans and records, or cut and `shuffled`."""
    if order == "sent":
        return requests
    apart = [(path, each) for path, request in requests for each in single(path, request)]
    if order == "shuffled":
        random.Random(7).shuffle(apart)
    return apart


MACHINE = re.compile(r"host\.|process\.|os\.|user\.|telemetry\.|code\.|thread\.|container\."
                     r"|service\.instance|server\.(address|port)|net\.|network\.|.*stacktrace|.*\.pid")
PATHS = re.compile(r"/(?:[\w.@+-]+/)*(?:site-packages|node_modules|dist-packages|build|tests|tmp|usr|opt|lib)"
                   r"/[\w./@+-]+")
PLACES = re.compile(r"(127\.0\.0\.1|localhost):\d+")


def clean(value):
    """The value without paths, places and long texts, also within texts that are JSON."""
    if isinstance(value, str):
        if len(value) > TEXT_MAX and value[:1] in "{[":
            try:
                return json.dumps(clean(json.loads(value)), ensure_ascii=False)
            except ValueError:
                pass
        return PLACES.sub(r"\1", PATHS.sub("/path", value))[:TEXT_MAX]
    if isinstance(value, list):
        return [clean(each) for each in value
                if not (isinstance(each, dict) and MACHINE.match(str(each.get("key", ""))))]
    if isinstance(value, dict):
        return {name: clean(each) for name, each in value.items()}
    return value
