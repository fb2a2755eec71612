"""LangChain's agent on LangGraph: five threads, one with a sub-agent that is a tool."""

import os

from kit import BASE_URL, GPT, TOOLS, attempt, begin, traces
from langchain.agents import create_agent
from langchain.agents.middleware import wrap_tool_call
from langchain_core.messages import ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver

provider = traces()
if not os.environ.get("LANGSMITH_OTEL_ENABLED"):  # LangSmith takes the global provider by itself.
    from openinference.instrumentation.langchain import LangChainInstrumentor
    LangChainInstrumentor().instrument(tracer_provider=provider)
if os.environ.get("ALSO_OPENAI"):
    from openinference.instrumentation.openai import OpenAIInstrumentor
    OpenAIInstrumentor().instrument(tracer_provider=provider)

model = ChatOpenAI(model=GPT, base_url=BASE_URL, max_retries=1, stream_usage=True)
tools = [tool(each) for each in TOOLS.values()]


@wrap_tool_call
def forgive(request, handler):
    """A tool that raises is told to the model; the span of the tool stays failed."""
    try:
        return handler(request)
    except ZeroDivisionError as error:
        return ToolMessage(f"error: {error}", tool_call_id=request.tool_call["id"], status="error")


researcher = create_agent(model, tools, name="researcher")


@tool
def ask_researcher(request: str) -> str:
    """Asks the researcher."""
    return researcher.invoke({"messages": [("user", request)]})["messages"][-1].text


boss = create_agent(model, [*tools, ask_researcher], name="boss", middleware=[forgive],
                    checkpointer=InMemorySaver())


def work(name, **more):
    session = f"session-{name}"
    prompt = begin(name, agents=["boss", "researcher"], session=session, **more)
    config = {"configurable": {"thread_id": session}}
    value = {"messages": [("user", prompt)]}
    if name == "stream":
        for _ in boss.stream(value, config, stream_mode="messages"):
            pass
    else:
        boss.invoke(value, config)


for each in ("weather", "divide", "retry", "stream"):
    work(each)
work("delegate", tool="ask_researcher", arguments={"request": "Look up beta."})
attempt(lambda: work("refused"))
if os.environ.get("LANGSMITH_OTEL_ENABLED"):
    from langchain_core.tracers.langchain import wait_for_all_tracers
    wait_for_all_tracers()
