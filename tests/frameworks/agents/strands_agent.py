"""Strands Agents with its own spans: tools, and an agent as a tool."""

from kit import BASE_URL, GPT, TOOLS, attempt, begin, traces
from strands import Agent, tool
from strands.models.openai import OpenAIModel

traces()
model = OpenAIModel(client_args={"base_url": BASE_URL, "api_key": "none", "max_retries": 1}, model_id=GPT)
tools = [tool(each) for each in TOOLS.values()]


@tool
def ask_researcher(request: str) -> str:
    """Asks the researcher.

    Args:
        request: What is wanted.
    """
    return str(Agent(model, name="researcher", tools=tools, callback_handler=None,
                     trace_attributes={"session.id": "session-delegate"})(request))


def work(name, **more):
    session = f"session-{name}"
    prompt = begin(name, agents=["boss", "researcher"], session=session, **more)
    Agent(model, name="boss", tools=[*tools, ask_researcher], callback_handler=None,
          trace_attributes={"session.id": session})(prompt)


for each in ("weather", "divide", "retry", "stream"):
    work(each)
work("delegate", tool="ask_researcher", arguments={"request": "Look up beta."})
attempt(lambda: work("refused"))
