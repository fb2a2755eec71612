"""Mistral's SDK with OpenInference on a hand-written agent."""

import json

from chat_loop import TOOLS
from kit import GPT, URL, attempt, begin, run_tool, traces
from mistralai.client import Mistral
from openinference.instrumentation import using_session
from openinference.instrumentation.mistralai import MistralAIInstrumentor

MistralAIInstrumentor().instrument(tracer_provider=traces())
client = Mistral(api_key="none", server_url=URL)


def work(name):
    session = f"session-{name}"
    messages = [{"role": "user", "content": begin(name, session=session)}]
    with using_session(session):
        while True:
            answer = client.chat.complete(model=GPT, messages=messages, tools=TOOLS).choices[0].message
            if not answer.tool_calls:
                return
            messages.append(answer.model_dump())
            for call in answer.tool_calls:
                output, _ = run_tool(call.function.name, json.loads(call.function.arguments))
                messages.append({"role": "tool", "tool_call_id": call.id, "content": output,
                                 "name": call.function.name})


for each in ("weather", "divide"):
    work(each)
attempt(lambda: work("refused"))
