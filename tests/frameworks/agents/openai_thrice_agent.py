"""The same SDK under three instrumentations: each call has three spans, and counts once."""

import openai
from chat_loop import run_all
from kit import BASE_URL, traces
from openinference.instrumentation import using_session
from openinference.instrumentation.openai import OpenAIInstrumentor as OpenInference
from opentelemetry.instrumentation.genai.openai import OpenAIInstrumentor as Official
from opentelemetry.instrumentation.openai import OpenAIInstrumentor as Traceloop

provider = traces()
Official().instrument(tracer_provider=provider)
OpenInference().instrument(tracer_provider=provider)
Traceloop().instrument(tracer_provider=provider)
run_all(openai.OpenAI(base_url=BASE_URL, max_retries=1), using_session)
