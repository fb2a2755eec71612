"""Langfuse's wrapper of the OpenAI SDK, and its handler for LangChain."""

import os

from chat_loop import run_all
from kit import BASE_URL, GPT, TOOLS, begin
from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from langfuse import Langfuse, propagate_attributes
from langfuse.langchain import CallbackHandler
from langfuse.openai import OpenAI
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

langfuse = Langfuse(public_key="pk", secret_key="sk", host=os.environ["COLLECTOR"],
                    span_exporter=OTLPSpanExporter())


def in_session(session):
    return propagate_attributes(session_id=session)


run_all(OpenAI(base_url=BASE_URL, max_retries=1), in_session)

agent = create_agent(ChatOpenAI(model=GPT, base_url=BASE_URL), [tool(each) for each in TOOLS.values()],
                     name="assistant")
prompt = begin("weather", session="session-chain", agents=["assistant"])
with in_session("session-chain"):
    agent.invoke({"messages": [("user", prompt)]}, {"callbacks": [CallbackHandler()]})
langfuse.flush()
langfuse.shutdown()
