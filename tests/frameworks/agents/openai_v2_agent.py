"""OpenTelemetry's openai-v2, spans and log records, on a hand-written agent."""

import openai
from chat_loop import run_all
from kit import BASE_URL, logs, traces
from opentelemetry import trace
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor

OpenAIInstrumentor().instrument(tracer_provider=traces(), logger_provider=logs())
with trace.get_tracer("case").start_as_current_span("work"):
    run_all(openai.OpenAI(base_url=BASE_URL, max_retries=1))
