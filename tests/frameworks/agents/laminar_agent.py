"""Laminar's SDK, which instruments the OpenAI SDK, and its decorator around a hand-written agent."""

import os

import openai
from chat_loop import run_all
from kit import BASE_URL
from lmnr import Laminar, observe

host, port = os.environ["COLLECTOR"].rpartition(":")[::2]
Laminar.initialize(project_api_key="none", base_url=host, http_port=int(port), force_http=True,
                   disable_batch=True)


@observe(name="assistant")
def assistant():
    run_all(openai.OpenAI(base_url=BASE_URL, max_retries=1))


assistant()
Laminar.flush()
