"""Agno: an agent with sessions, and a team whose leader delegates to a member."""

from agno.agent import Agent
from agno.models.openai import OpenAIChat
from agno.team import Team
from kit import BASE_URL, GPT, TOOLS, attempt, begin, traces
from openinference.instrumentation.agno import AgnoInstrumentor

AgnoInstrumentor().instrument(tracer_provider=traces())
tools = list(TOOLS.values())


def model():
    return OpenAIChat(id=GPT, base_url=BASE_URL, api_key="none", max_retries=1)


assistant = Agent(name="assistant", model=model(), tools=tools, telemetry=False)


def work(name):
    session = f"session-{name}"
    prompt = begin(name, agents=["assistant"], session=session)
    if name == "stream":
        for _ in assistant.run(prompt, session_id=session, stream=True):
            pass
    else:
        assistant.run(prompt, session_id=session)


for each in ("weather", "divide", "retry", "stream"):
    work(each)
researcher = Agent(name="researcher", id="researcher", role="Looks things up.", model=model(), tools=tools,
                   telemetry=False)
team = Team(name="boss", model=model(), members=[researcher], telemetry=False)
question = begin("delegate", agents=["boss", "researcher"], session="session-delegate",
                 tool="delegate_task_to_member",
                 arguments={"member_id": "researcher", "task": "Look up beta."})
team.run(question, session_id="session-delegate")
attempt(lambda: work("refused"))
