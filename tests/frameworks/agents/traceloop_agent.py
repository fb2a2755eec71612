"""Traceloop's SDK with its decorators, on a hand-written agent."""

import os

import openai
from chat_loop import run_all
from kit import BASE_URL
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import agent, workflow

Traceloop.init(app_name="case", api_endpoint=os.environ["COLLECTOR"], disable_batch=True, headers={})


@agent(name="assistant")
def assistant():
    run_all(openai.OpenAI(base_url=BASE_URL, max_retries=1))


@workflow(name="conversation")
def conversation():
    assistant()


conversation()
