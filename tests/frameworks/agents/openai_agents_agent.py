"""OpenAI's Agents SDK: tools, a hand-off and an agent as a tool."""

import asyncio
import os

import openai
from agents import (Agent, RunConfig, Runner, function_tool, set_default_openai_client,
                    set_trace_processors)
from kit import BASE_URL, GPT, TOOLS, attempt_async, begin, traces

set_trace_processors([])
provider = None if os.environ.get("LOGFIRE") else traces()
if os.environ.get("LOGFIRE"):
    import logfire
    logfire.configure(send_to_logfire=False, service_name="case", console=False)
    logfire.instrument_openai_agents()
elif os.environ.get("GENAI"):
    from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor
    from opentelemetry.instrumentation.genai.openai_agents import OpenAIAgentsInstrumentor
    OpenAIInstrumentor().instrument(tracer_provider=provider)
elif os.environ.get("AGENTS_V2"):
    from opentelemetry.instrumentation.openai_agents import OpenAIAgentsInstrumentor
else:
    from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor
if provider:
    OpenAIAgentsInstrumentor().instrument(tracer_provider=provider)
set_default_openai_client(openai.AsyncOpenAI(base_url=BASE_URL, max_retries=1), use_for_tracing=False)

tools = [function_tool(each) for each in TOOLS.values()]
researcher = Agent(name="researcher", instructions="Look things up.", model=GPT, tools=tools,
                   handoff_description="Looks things up.")
triage = Agent(name="triage", instructions="Help.", model=GPT, tools=[
    *tools, researcher.as_tool("ask_researcher", "Asks the researcher.")], handoffs=[researcher])


async def work(name, **more):
    session = f"session-{name}"
    prompt = begin(name, agents=["triage", "researcher"], session=session, **more)
    config = RunConfig(group_id=session, workflow_name=name)
    if name != "stream":
        return await Runner.run(triage, prompt, run_config=config)
    streamed = Runner.run_streamed(triage, prompt, run_config=config)
    async for _ in streamed.stream_events():
        pass


async def main():
    for each in ("weather", "divide", "retry", "stream"):
        await work(each)
    await work("delegate", tool="ask_researcher", arguments={"input": "Look up beta."})
    await work("handoff", tool="transfer_to_researcher", arguments={})
    await attempt_async(work("refused"))


asyncio.run(main())
