"""Tells a small agent's work through OpenTelemetry's own SDK, as any program does:
    python3 client.py PROTOCOL COMPRESSION HTTP_PORT GRPC_PORT SESSION

PROTOCOL is http/protobuf or grpc; COMPRESSION is none or gzip. Everything is sent twice, as after an
answer that was lost. Prints the ids of what was sent, as JSON. client.mjs tells the same.
"""

import json
import sys

from opentelemetry._logs import SeverityNumber
from opentelemetry.sdk._logs import LoggerProvider, LogRecordProcessor
from opentelemetry.sdk._logs.export import LogRecordExportResult
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import SpanExportResult
from opentelemetry.trace import SpanKind, Status, StatusCode, format_span_id, format_trace_id

PROTOCOL, COMPRESSION, HTTP_PORT, GRPC_PORT, SESSION = sys.argv[1:]


def exporters():
    if PROTOCOL == "grpc":
        import grpc
        from opentelemetry.exporter.otlp.proto.grpc._log_exporter import OTLPLogExporter
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
        how = grpc.Compression.Gzip if COMPRESSION == "gzip" else grpc.Compression.NoCompression
        options = {"endpoint": f"127.0.0.1:{GRPC_PORT}", "insecure": True, "compression": how}
        return OTLPSpanExporter(**options), OTLPLogExporter(**options)
    from opentelemetry.exporter.otlp.proto.http import Compression
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    how = Compression.Gzip if COMPRESSION == "gzip" else Compression.NoCompression
    base = f"http://127.0.0.1:{HTTP_PORT}"
    return (OTLPSpanExporter(endpoint=f"{base}/v1/traces", compression=how),
            OTLPLogExporter(endpoint=f"{base}/v1/logs", compression=how))


class Spans(SpanProcessor):
    def __init__(self):
        self.all = []

    def on_end(self, span):
        self.all.append(span)


class Records(LogRecordProcessor):
    def __init__(self):
        self.all = []

    def on_emit(self, log_record):
        self.all.append(log_record)

    def shutdown(self):
        pass

    def force_flush(self, timeout_millis=0):
        return True


RESOURCE = Resource.create({"service.name": "weather-agent"})
SPANS, RECORDS = Spans(), Records()
PROVIDER = TracerProvider(resource=RESOURCE)
PROVIDER.add_span_processor(SPANS)
TRACER = PROVIDER.get_tracer("hence-test", "1.0")
LOGGING = LoggerProvider(resource=RESOURCE)
LOGGING.add_log_record_processor(RECORDS)
LOGGER = LOGGING.get_logger("hence-test")


def id_of(span):
    return format_span_id(span.get_span_context().span_id)


def text(role, content):
    return {"role": role, "parts": [{"type": "text", "content": content}]}


ASKED = text("user", "Weather in Paris?")
CALL = {"type": "tool_call", "id": "call_1", "name": "get_weather", "arguments": {"city": "Paris"}}
ANSWER = {"type": "tool_call_response", "id": "call_1", "response": "rainy"}


def chat(messages, output, tokens):
    with TRACER.start_as_current_span("chat test-model", kind=SpanKind.CLIENT, attributes={
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": "test",
            "gen_ai.request.model": "test-model",
            "gen_ai.usage.input_tokens": tokens[0],
            "gen_ai.usage.output_tokens": tokens[1],
            "gen_ai.input.messages": json.dumps(messages),
            "gen_ai.output.messages": json.dumps([output])}) as span:
        return id_of(span)


def work():
    ids = {"session": SESSION}
    with TRACER.start_as_current_span("invoke_agent weather", attributes={
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": "weather",
            "gen_ai.conversation.id": SESSION}) as root:
        ids["trace"] = format_trace_id(root.get_span_context().trace_id)
        ids["agent"] = id_of(root)
        wanted = {"role": "assistant", "parts": [CALL], "finish_reason": "tool_call"}
        ids["first"] = chat([ASKED], wanted, (120, 30))
        with TRACER.start_as_current_span("execute_tool get_weather", attributes={
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": "get_weather",
                "gen_ai.tool.call.id": "call_1",
                "gen_ai.tool.call.arguments": json.dumps(CALL["arguments"]),
                "gen_ai.tool.call.result": "rainy"}) as tool:
            ids["tool"] = id_of(tool)
            LOGGER.emit(severity_number=SeverityNumber.INFO, body="asked the station")
        with TRACER.start_as_current_span("what to wear", attributes={
                "hence.kind": "decision",
                "hence.decision.description": "what to wear",
                "hence.decision.type": "clothing",
                "hence.decision.chosen": "coat",
                "hence.decision.alternatives": ["coat", "shirt"],
                "hence.rationale.why": "it rains",
                "hence.rationale.confidence": 0.8,
                "hence.causes": [ids["tool"]],
                "hence.correlation": "trip-7"}) as decision:
            ids["decision"] = id_of(decision)
            decision.add_event("hence.assumption", {"assumption": "the station is right"})
        LOGGER.emit(event_name="hence.outcome", attributes={
            "of": ids["decision"], "correct": True, "text": "stayed dry"})
        ids["last"] = chat([ASKED, wanted, {"role": "tool", "parts": [ANSWER]}],
                           dict(text("assistant", "Rainy: take a coat."), finish_reason="stop"),
                           (160, 12))
        root.set_status(Status(StatusCode.OK))
    return ids


def main():
    ids = work()
    spans, logs = exporters()
    for _ in range(2):
        assert spans.export(SPANS.all) == SpanExportResult.SUCCESS
        assert logs.export(RECORDS.all) == LogRecordExportResult.SUCCESS
    spans.shutdown()
    logs.shutdown()
    print(json.dumps(ids))


main()
