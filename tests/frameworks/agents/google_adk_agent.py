"""Google ADK on a model of LiteLLM: tools, a transfer to a sub-agent, and an agent as a tool."""

import asyncio

from google.adk.agents import LlmAgent, RunConfig
from google.adk.agents.run_config import StreamingMode
from google.adk.models.lite_llm import LiteLlm
from google.adk.runners import InMemoryRunner
from google.adk.tools.agent_tool import AgentTool
from google.genai import types
from kit import BASE_URL, GPT, TOOLS, attempt_async, begin, traces

traces()
model = LiteLlm(model=f"openai/{GPT}", api_base=BASE_URL, api_key="none", max_retries=1)
tools = list(TOOLS.values())


def team():
    researcher = LlmAgent(name="researcher", model=model, description="Looks things up.", tools=tools)
    helper = LlmAgent(name="helper", model=model, description="Helps.", tools=tools)
    return LlmAgent(name="coordinator", model=model, instruction="Help.",
                    tools=[*tools, AgentTool(helper)], sub_agents=[researcher])


async def work(name, second="researcher", **more):
    session = f"session-{name}"
    prompt = begin(name, agents=["coordinator", second], session=session, **more)
    runner = InMemoryRunner(team(), app_name="case")
    await runner.session_service.create_session(app_name="case", user_id="user", session_id=session)
    config = RunConfig(streaming_mode=StreamingMode.SSE) if name == "stream" else RunConfig()
    async for _ in runner.run_async(user_id="user", session_id=session, run_config=config,
                                    new_message=types.UserContent(parts=[types.Part(text=prompt)])):
        pass


async def main():
    for each in ("weather", "retry", "stream"):
        await work(each)
    await work("handoff", tool="transfer_to_agent", arguments={"agent_name": "researcher"})
    # The exception of a tool ends the run here.
    await attempt_async(work("divide", steps=[{"calls": [["divide", {"a": 1, "b": 0}]]}]))
    await attempt_async(work("refused"))


asyncio.run(main())
