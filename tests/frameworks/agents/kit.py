"""What the agents of the cases share: the tools, the script of the model, and OpenTelemetry.

A case is a program of its own. It gets its places from the environment: MODEL_URL is the scripted model, and
the variables of OpenTelemetry name the recorder.
"""

import atexit
import json
import os
import urllib.request

URL = os.environ["MODEL_URL"]
BASE_URL = f"{URL}/v1"
GPT = "gpt-4o-mini"
CLAUDE = "claude-sonnet-4-5"

os.environ.setdefault("OPENAI_API_KEY", "none")
os.environ.setdefault("ANTHROPIC_API_KEY", "none")
os.environ.setdefault("OPENAI_BASE_URL", BASE_URL)
os.environ.setdefault("OPENAI_API_BASE", BASE_URL)
os.environ.setdefault("ANTHROPIC_BASE_URL", URL)


def post(path, value):
    request = urllib.request.Request(URL + path, json.dumps(value).encode(),
                                     {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def begin(name, **more):
    """Starts a scenario of scenarios.py, and gives its prompt.

    agents: the names of the first agent and of the second; session: the id that the framework was given;
    tool, arguments: what asks the second agent; steps: other answers than those of the scenario.
    """
    return post("/begin", {"name": name, **more})["prompt"]


def told(name, arguments, work):
    try:
        output = work()
    except Exception as error:
        post("/tool", {"name": name, "arguments": arguments, "error": repr(error)})
        raise
    post("/tool", {"name": name, "arguments": arguments, "output": str(output)})
    return output


def get_weather(city: str) -> str:
    """Gets the weather of a city.

    Args:
        city: The name of the city.
    """
    degrees = {"Paris": 18, "Rome": 24}
    return told("get_weather", {"city": city}, lambda: f"{degrees[city]} degrees in {city}")


def divide(a: int, b: int) -> float:
    """Divides a number by another number.

    Args:
        a: The dividend.
        b: The divisor.
    """
    return told("divide", {"a": a, "b": b}, lambda: a / b)


def lookup(topic: str) -> str:
    """Looks up the value of a topic.

    Args:
        topic: The topic.
    """
    return told("lookup", {"topic": topic}, lambda: f"the value of {topic}")


TOOLS = {"get_weather": get_weather, "divide": divide, "lookup": lookup}
SCHEMAS = {
    "get_weather": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    "divide": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
               "required": ["a", "b"]},
    "lookup": {"type": "object", "properties": {"topic": {"type": "string"}}, "required": ["topic"]},
}


def run_tool(name, arguments):
    """What a hand-written agent tells the model after a tool call, failed or not."""
    try:
        return str(TOOLS[name](**arguments)), True
    except Exception as error:
        return f"error: {error}", False


def attempt(work):
    """Runs work that is expected to fail: the scenario `refused`, or a tool that raises through."""
    try:
        work()
    except Exception as error:
        print(f"expected: {type(error).__name__}: {str(error)[:200]}")


async def attempt_async(work):
    try:
        await work
    except Exception as error:
        print(f"expected: {type(error).__name__}: {str(error)[:200]}")


def traces():
    """A tracer provider that exports over OTLP, and is shut down at the end of the program."""
    from opentelemetry import trace
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    if os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL") == "grpc":
        from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
    else:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    provider = TracerProvider(resource=Resource({"service.name": "case"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    atexit.register(provider.shutdown)
    return provider


def logs():
    """A logger provider, in the same way."""
    from opentelemetry import _logs
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
    from opentelemetry.sdk.resources import Resource
    provider = LoggerProvider(resource=Resource({"service.name": "case"}))
    provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
    _logs.set_logger_provider(provider)
    atexit.register(provider.shutdown)
    return provider
