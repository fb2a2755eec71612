"""OpenLIT, which instruments every library that it knows, on LangChain's agent with OpenAI's SDK below it."""

import os

from kit import BASE_URL, GPT, TOOLS, attempt, traces
from langchain_work import work

provider = traces()

import openlit  # noqa: E402

openlit.init(otlp_endpoint=os.environ["COLLECTOR"], application_name="case", disable_metrics=True, disable_batch=True)

from langchain.agents import create_agent  # noqa: E402
from langchain_core.tools import tool  # noqa: E402
from langchain_openai import ChatOpenAI  # noqa: E402

model = ChatOpenAI(model=GPT, base_url=BASE_URL, max_retries=1, stream_usage=True)
boss = create_agent(model, [tool(each) for each in TOOLS.values()], name="boss")

for each in ("weather", "retry", "stream"):
    work(boss, each, ["boss"])
attempt(lambda: work(boss, "refused", ["boss"]))
provider.force_flush()
