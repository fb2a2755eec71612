"""Logfire's own spans of the OpenAI SDK, on a hand-written agent."""

import logfire
import openai
from chat_loop import run_all
from kit import BASE_URL

logfire.configure(send_to_logfire=False, service_name="case", console=False)
client = openai.OpenAI(base_url=BASE_URL, max_retries=1)
logfire.instrument_openai(client)
run_all(client)
logfire.force_flush()
