"""Microsoft's Agent Framework with its own spans: tools, and an agent as a tool."""

import asyncio

import openai
from agent_framework import Agent, tool
from agent_framework.observability import enable_instrumentation
from agent_framework_openai import OpenAIChatCompletionClient
from kit import BASE_URL, GPT, TOOLS, attempt_async, begin, traces

traces()
enable_instrumentation(enable_sensitive_data=True)
client = OpenAIChatCompletionClient(GPT, async_client=openai.AsyncOpenAI(base_url=BASE_URL, max_retries=1))
tools = [tool(each, name=name, description=name) for name, each in TOOLS.items()]
researcher = Agent(client, name="researcher", description="Looks things up.", tools=tools)
boss = Agent(client, name="boss", tools=[*tools, researcher.as_tool(name="ask_researcher", arg_name="task")])


async def work(name, **more):
    prompt = begin(name, agents=["boss", "researcher"], **more)
    if name != "stream":
        return await boss.run(prompt)
    async for _ in boss.run(prompt, stream=True):
        pass


async def main():
    for each in ("weather", "divide", "retry", "stream"):
        await work(each)
    await work("delegate", tool="ask_researcher", arguments={"task": "Look up beta."})
    await attempt_async(work("refused"))


asyncio.run(main())
