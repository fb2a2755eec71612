"""A hand-written agent on Anthropic's messages."""

import contextlib
import os

import anthropic
from kit import CLAUDE, SCHEMAS, URL, attempt, begin, run_tool, traces

if os.environ.get("GENAI"):  # Which knows no sessions.
    from opentelemetry.instrumentation.genai.anthropic import AnthropicInstrumentor
    using_session = None
else:
    from openinference.instrumentation import using_session
    from openinference.instrumentation.anthropic import AnthropicInstrumentor

AnthropicInstrumentor().instrument(tracer_provider=traces())
client = anthropic.Anthropic(base_url=URL, max_retries=1)
tools = [{"name": name, "description": name, "input_schema": schema} for name, schema in SCHEMAS.items()]


def whole(messages):
    return client.messages.create(model=CLAUDE, messages=messages, tools=tools, max_tokens=1000)


def streamed(messages):
    with client.messages.stream(model=CLAUDE, messages=messages, tools=tools, max_tokens=1000) as stream:
        return stream.get_final_message()


def work(name, ask=whole):
    session = f"session-{name}" if using_session else None
    messages = [{"role": "user", "content": begin(name, session=session)}]
    with using_session(session) if session else contextlib.nullcontext():
        while True:
            answer = ask(messages)
            calls = [block for block in answer.content if block.type == "tool_use"]
            if not calls:
                return
            messages.append({"role": "assistant", "content": [block.model_dump(
                include={"type", "id", "name", "input", "text"}) for block in answer.content]})
            results = []
            for call in calls:
                output, fine = run_tool(call.name, call.input)
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": output,
                                "is_error": not fine})
            messages.append({"role": "user", "content": results})


for each in ("weather", "divide", "retry"):
    work(each)
work("stream", streamed)
attempt(lambda: work("refused"))
