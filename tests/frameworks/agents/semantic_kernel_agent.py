"""Semantic Kernel with its own spans and log records: an agent with a plug-in of tools."""

import asyncio
import logging

import openai
from kit import BASE_URL, GPT, TOOLS, attempt_async, begin, logs, traces
from opentelemetry.sdk._logs import LoggingHandler
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.functions import KernelPlugin, kernel_function

traces()
logging.getLogger().addHandler(LoggingHandler(logger_provider=logs()))
logging.getLogger("semantic_kernel").setLevel(logging.INFO)
client = openai.AsyncOpenAI(base_url=BASE_URL, max_retries=1)
tools = KernelPlugin(name="tools", functions={name: kernel_function(name=name)(each)
                                              for name, each in TOOLS.items()})
agent = ChatCompletionAgent(service=OpenAIChatCompletion(GPT, async_client=client), name="assistant",
                            plugins=[tools])


def calls(name, **arguments):
    return {"calls": [[f"tools-{name}", arguments]]}


SCRIPTS = {
    "weather": [{"calls": [["tools-get_weather", {"city": "Paris"}], ["tools-get_weather", {"city": "Rome"}]]},
                {"text": "18 and 24 degrees."}],
    "divide": [calls("divide", a=1, b=0), {"text": "Not by zero."}],
    "stream": [calls("lookup", topic="alpha"), {"text": "Alpha was looked up."}],
}


async def work(name):
    prompt = begin(name, agents=["assistant"], steps=SCRIPTS.get(name))
    if name != "stream":
        return await agent.get_response(prompt)
    async for _ in agent.invoke_stream(prompt):
        pass


async def main():
    for each in ("weather", "divide", "retry", "stream"):
        await work(each)
    await attempt_async(work("refused"))


asyncio.run(main())
