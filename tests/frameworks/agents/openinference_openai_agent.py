"""OpenInference on a hand-written agent."""

import openai
from chat_loop import run_all
from kit import BASE_URL, traces
from openinference.instrumentation import using_session
from openinference.instrumentation.openai import OpenAIInstrumentor

OpenAIInstrumentor().instrument(tracer_provider=traces())
run_all(openai.OpenAI(base_url=BASE_URL, max_retries=1), using_session)
