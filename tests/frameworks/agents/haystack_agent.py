"""Haystack's agent with its tracer for OpenTelemetry."""

from haystack import tracing
from haystack.components.agents import Agent
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import create_tool_from_function
from haystack.utils import Secret
from haystack_integrations.tracing.opentelemetry import OpenTelemetryTracer
from kit import BASE_URL, GPT, TOOLS, attempt, begin, traces

tracing.enable_tracing(OpenTelemetryTracer(traces().get_tracer("case")))
model = OpenAIChatGenerator(model=GPT, api_base_url=BASE_URL, api_key=Secret.from_token("none"),
                            max_retries=1)
agent = Agent(chat_generator=model, tools=[create_tool_from_function(each) for each in TOOLS.values()])


def work(name):
    agent.run([ChatMessage.from_user(begin(name))])


for each in ("weather", "divide", "retry"):
    work(each)
attempt(lambda: work("refused"))
