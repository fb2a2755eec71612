"""OpenLIT, which instruments every library that it knows, on LangChain's agent with OpenAI's SDK below it."""

import os

from kit import BASE_URL, GPT, TOOLS, attempt, begin, traces

provider = traces()

import openlit  # noqa: E402

openlit.init(otlp_endpoint=os.environ["COLLECTOR"], application_name="case", disable_metrics=True, disable_batch=True)

from langchain.agents import create_agent  # noqa: E402
from langchain_core.tools import tool  # noqa: E402
from langchain_openai import ChatOpenAI  # noqa: E402

model = ChatOpenAI(model=GPT, base_url=BASE_URL, max_retries=1, stream_usage=True)
boss = create_agent(model, [tool(each) for each in TOOLS.values()], name="boss")


def work(name, **more):
    value = {"messages": [("user", begin(name, agents=["boss"], **more))]}
    if name == "stream":
        for _ in boss.stream(value, stream_mode="messages"):
            pass
    else:
        boss.invoke(value)


for each in ("weather", "retry", "stream"):
    work(each)
attempt(lambda: work("refused"))
provider.force_flush()
