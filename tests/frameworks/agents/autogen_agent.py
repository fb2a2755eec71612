"""AutoGen's AgentChat: an assistant with tools, and a swarm with a hand-off."""

import asyncio
import os

from autogen_agentchat.agents import AssistantAgent
from autogen_agentchat.conditions import MaxMessageTermination, TextMentionTermination
from autogen_agentchat.teams import Swarm
from autogen_ext.models.openai import OpenAIChatCompletionClient
from kit import BASE_URL, GPT, TOOLS, attempt_async, begin, traces

provider = traces()
if not os.environ.get("OWN_SPANS"):
    from openinference.instrumentation.autogen_agentchat import AutogenAgentChatInstrumentor
    AutogenAgentChatInstrumentor().instrument(tracer_provider=provider)
model = OpenAIChatCompletionClient(model=GPT, base_url=BASE_URL, api_key="none", max_retries=1)
tools = list(TOOLS.values())


def agent(name, **more):
    return AssistantAgent(name, model, tools=tools, reflect_on_tool_use=True, **more)


async def work(name):
    prompt = begin(name, agents=["assistant"])
    if name != "stream":
        return await agent("assistant").run(task=prompt)
    async for _ in agent("assistant", model_client_stream=True).run_stream(task=prompt):
        pass


async def handoff():
    prompt = begin("handoff", agents=["boss", "researcher"], tool="transfer_to_researcher", arguments={})
    stop = TextMentionTermination("found the value") | MaxMessageTermination(12)
    await Swarm([agent("boss", handoffs=["researcher"]), agent("researcher")],
                termination_condition=stop).run(task=prompt)


async def main():
    for each in ("weather", "divide", "retry", "stream"):
        await work(each)
    await handoff()
    await attempt_async(work("refused"))


asyncio.run(main())
