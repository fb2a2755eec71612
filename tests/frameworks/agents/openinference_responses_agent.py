"""A hand-written agent on OpenAI's responses."""

import json

import openai
from kit import BASE_URL, GPT, SCHEMAS, attempt, begin, run_tool, traces
from openinference.instrumentation import using_session
from openinference.instrumentation.openai import OpenAIInstrumentor

OpenAIInstrumentor().instrument(tracer_provider=traces())
client = openai.OpenAI(base_url=BASE_URL, max_retries=1)
tools = [{"type": "function", "name": name, "description": name, "parameters": schema, "strict": False}
         for name, schema in SCHEMAS.items()]


def whole(items):
    return client.responses.create(model=GPT, input=items, tools=tools)


def streamed(items):
    with client.responses.stream(model=GPT, input=items, tools=tools) as stream:
        return stream.get_final_response()


def work(name, ask=whole):
    session = f"session-{name}"
    items = [{"role": "user", "content": begin(name, session=session)}]
    with using_session(session):
        while True:
            calls = [item for item in ask(items).output if item.type == "function_call"]
            if not calls:
                return
            for call in calls:
                output, _ = run_tool(call.name, json.loads(call.arguments))
                items += [{"type": "function_call", "call_id": call.call_id, "name": call.name,
                           "arguments": call.arguments},
                          {"type": "function_call_output", "call_id": call.call_id, "output": output}]


for each in ("weather", "divide", "retry"):
    work(each)
work("stream", streamed)
attempt(lambda: work("refused"))
