"""AG2 with its telemetry middleware: tools, and an agent as a tool."""

import asyncio

from ag2 import Agent, tool
from ag2.config import OpenAIConfig
from ag2.middleware.builtin.telemetry import TelemetryMiddleware
from kit import BASE_URL, GPT, TOOLS, attempt_async, begin, traces

provider = traces()


def agent(name, tools, streaming=False):
    return Agent(name, config=OpenAIConfig(GPT, api_key="none", base_url=BASE_URL, max_retries=1,
                                           streaming=streaming), tools=tools,
                 middleware=[TelemetryMiddleware(tracer_provider=provider, agent_name=name,
                                                 provider_name="openai", model_name=GPT)])


tools = [tool(each) for each in TOOLS.values()]
researcher = agent("researcher", tools)


@tool
async def ask_researcher(request: str) -> str:
    """Asks the researcher."""
    return (await researcher.ask(request)).body


async def work(name, **more):
    prompt = begin(name, agents=["boss", "researcher"], **more)
    await agent("boss", [*tools, ask_researcher], name == "stream").ask(prompt)


async def main():
    for each in ("weather", "retry", "stream"):
        await work(each)
    await work("delegate", tool="ask_researcher", arguments={"request": "Look up beta."})
    await work("divide")
    await attempt_async(work("refused"))


asyncio.run(main())
