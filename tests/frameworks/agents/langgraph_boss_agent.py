"""LangChain's agent on LangGraph, told by OpenTelemetry's genai-langchain, or by MLflow."""

import os

from kit import BASE_URL, GPT, TOOLS, attempt, traces
from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langchain_work import work

if os.environ.get("MLFLOW"):  # Which exports by itself, and writes every value as JSON.
    os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = os.environ["COLLECTOR"] + "/v1/traces"
    import mlflow
    mlflow.langchain.autolog()
else:
    from opentelemetry.instrumentation.genai.langchain import LangChainInstrumentor
    LangChainInstrumentor().instrument(tracer_provider=traces())

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
