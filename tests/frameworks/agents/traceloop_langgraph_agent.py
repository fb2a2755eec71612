"""LangChain's agent on LangGraph with Traceloop's SDK, which instruments LangChain and OpenAI's SDK at once."""

import os

from kit import BASE_URL, GPT, TOOLS, attempt, begin
from traceloop.sdk import Traceloop

Traceloop.init(app_name="case", api_endpoint=os.environ["COLLECTOR"], disable_batch=True, headers={})

from langchain.agents import create_agent  # noqa: E402
from langchain_core.tools import tool  # noqa: E402
from langchain_openai import ChatOpenAI  # noqa: E402

model = ChatOpenAI(model=GPT, base_url=BASE_URL, max_retries=1, stream_usage=True)
tools = [tool(each) for each in TOOLS.values()]
researcher = create_agent(model, tools, name="researcher")


@tool
def ask_researcher(request: str) -> str:
    """Asks the researcher."""
    return researcher.invoke({"messages": [("user", request)]})["messages"][-1].text


boss = create_agent(model, [*tools, ask_researcher], name="boss")


def work(name, **more):
    value = {"messages": [("user", begin(name, agents=["boss", "researcher"], **more))]}
    if name == "stream":
        for _ in boss.stream(value, stream_mode="messages"):
            pass
    else:
        boss.invoke(value)


for each in ("weather", "retry", "stream"):
    work(each)
work("delegate", tool="ask_researcher", arguments={"request": "Look up beta."})
attempt(lambda: work("refused"))
