"""LangChain's agent on LangGraph with Traceloop's SDK, which instruments LangChain and OpenAI's SDK at once."""

import os

from kit import BASE_URL, GPT, TOOLS, attempt
from langchain_work import work
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
both = ["boss", "researcher"]
for each in ("weather", "retry", "stream"):
    work(boss, each, both)
work(boss, "delegate", both, tool="ask_researcher", arguments={"request": "Look up beta."})
attempt(lambda: work(boss, "refused", both))
