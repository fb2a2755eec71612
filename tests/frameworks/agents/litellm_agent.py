"""LiteLLM with its own callback for OpenTelemetry."""

import json
import os
import time

import litellm
from kit import BASE_URL, GPT, SCHEMAS, attempt, begin, run_tool
from litellm.integrations.opentelemetry import OpenTelemetry, OpenTelemetryConfig
from opentelemetry import trace

litellm.callbacks = [OpenTelemetry(config=OpenTelemetryConfig(
    exporter="otlp_http", endpoint=os.environ["COLLECTOR"] + "/v1/traces"))]
TOOLS = [{"type": "function", "function": {"name": name, "description": name, "parameters": schema}}
         for name, schema in SCHEMAS.items()]


def complete(messages, stream):
    answer = litellm.completion(model=f"openai/{GPT}", messages=messages, tools=TOOLS, api_base=BASE_URL,
                                num_retries=1, stream=stream,
                                **({"stream_options": {"include_usage": True}} if stream else {}))
    if stream:
        answer = litellm.stream_chunk_builder(list(answer), messages=messages)
    return answer.choices[0].message


def work(name):
    messages = [{"role": "user", "content": begin(name)}]
    while True:
        message = complete(messages, name == "stream")
        if not message.tool_calls:
            return
        messages.append(message.model_dump())
        for call in message.tool_calls:
            output, _ = run_tool(call.function.name, json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": output})


for each in ("weather", "divide", "retry", "stream"):
    work(each)
attempt(lambda: work("refused"))
time.sleep(3)  # LiteLLM calls back from threads of its own.
getattr(trace.get_tracer_provider(), "force_flush", lambda: None)()
