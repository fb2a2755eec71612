"""OpenTelemetry's genai-openai on a hand-written agent."""

import openai
from chat_loop import run_all
from kit import BASE_URL, traces
from opentelemetry import trace
from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor

OpenAIInstrumentor().instrument(tracer_provider=traces())
with trace.get_tracer("case").start_as_current_span("work"):
    run_all(openai.OpenAI(base_url=BASE_URL, max_retries=1))
