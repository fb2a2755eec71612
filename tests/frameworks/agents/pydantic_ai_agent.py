"""Pydantic AI with its own spans: tools, and an agent that a tool runs."""

import asyncio
import os

from kit import BASE_URL, CLAUDE, GPT, TOOLS, URL, attempt_async, begin, traces
from pydantic_ai import Agent
from pydantic_ai.models.instrumented import InstrumentationSettings

if os.environ.get("LOGFIRE"):  # Logfire's SDK sends a placeholder when a span begins.
    import logfire
    logfire.configure(send_to_logfire=False, service_name="case", console=False)
    logfire.instrument_pydantic_ai()
else:
    Agent.instrument_all(InstrumentationSettings(tracer_provider=traces()))
if os.environ.get("PROVIDER") == "anthropic":
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider
    model = AnthropicModel(CLAUDE, provider=AnthropicProvider(
        anthropic_client=AsyncAnthropic(base_url=URL, max_retries=1)))
else:
    import openai
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider
    model = OpenAIChatModel(GPT, provider=OpenAIProvider(
        openai_client=openai.AsyncOpenAI(base_url=BASE_URL, max_retries=1)))

researcher = Agent(model, name="researcher", tools=[TOOLS["lookup"]])
boss = Agent(model, name="boss", tools=[TOOLS["get_weather"], TOOLS["lookup"]])


@boss.tool_plain
async def ask_researcher(request: str) -> str:
    """Asks the researcher."""
    return (await researcher.run(request)).output


@boss.tool_plain
def divide(a: int, b: int) -> float:
    """Divides a number by another number."""
    return TOOLS["divide"](a, b)


async def work(name, **more):
    prompt = begin(name, agents=["boss", "researcher"], **more)
    if name != "stream":
        return await boss.run(prompt)
    async with boss.run_stream(prompt) as streamed:
        await streamed.get_output()


async def main():
    for each in ("weather", "retry", "stream"):
        await work(each)
    await work("delegate", tool="ask_researcher", arguments={"request": "Look up beta."})
    # The exception of a tool ends the run here.
    await attempt_async(work("divide", steps=[{"calls": [["divide", {"a": 1, "b": 0}]]}]))
    await attempt_async(work("refused"))


asyncio.run(main())
