"""A hand-written agent on OpenAI's chat completions, for the instrumentations of the SDK."""

import json

from kit import GPT, SCHEMAS, attempt, begin, run_tool

TOOLS = [{"type": "function", "function": {"name": name, "description": name, "parameters": schema}}
         for name, schema in SCHEMAS.items()]


def whole(client, messages):
    message = client.chat.completions.create(model=GPT, messages=messages, tools=TOOLS).choices[0].message
    return message.content, [(call.id, call.function.name, call.function.arguments)
                             for call in message.tool_calls or []]


def streamed(client, messages):
    text, calls = "", []
    for chunk in client.chat.completions.create(model=GPT, messages=messages, tools=TOOLS, stream=True,
                                                stream_options={"include_usage": True}):
        for choice in chunk.choices:
            text += choice.delta.content or ""
            calls += [(call.id, call.function.name, call.function.arguments)
                      for call in choice.delta.tool_calls or []]
    return text, calls


def work(client, messages, ask):
    while True:
        text, calls = ask(client, messages)
        if not calls:
            return
        messages.append({"role": "assistant", "content": text, "tool_calls": [
            {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
            for call_id, name, arguments in calls]})
        for call_id, name, arguments in calls:
            output, _ = run_tool(name, json.loads(arguments))
            messages.append({"role": "tool", "tool_call_id": call_id, "content": output})


def run_all(client, in_session=None):
    """All scenarios of an agent without a second one. `in_session` makes a context of a session's id."""
    for name in ("weather", "divide", "retry", "stream", "refused"):
        session = f"session-{name}"
        prompt = begin(name, session=session if in_session else None)
        ask = streamed if name == "stream" else whole
        messages = [{"role": "user", "content": prompt}]

        def one():
            if not in_session:
                return work(client, messages, ask)
            with in_session(session):
                return work(client, messages, ask)
        attempt(one) if name == "refused" else one()
