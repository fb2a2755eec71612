"""LlamaIndex: a workflow of two agents with a hand-off."""

import asyncio

from kit import BASE_URL, GPT, TOOLS, attempt_async, begin, traces
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent
from llama_index.core.tools import FunctionTool
from llama_index.llms.openai_like import OpenAILike
from openinference.instrumentation.llama_index import LlamaIndexInstrumentor

LlamaIndexInstrumentor().instrument(tracer_provider=traces())
tools = [FunctionTool.from_defaults(each) for each in TOOLS.values()]


def workflow(streaming):
    model = OpenAILike(model=GPT, api_base=BASE_URL, api_key="none", is_chat_model=True,
                       is_function_calling_model=True, max_retries=1,
                       additional_kwargs={"stream_options": {"include_usage": True}} if streaming else {})
    researcher = FunctionAgent(name="researcher", description="Looks things up.", tools=tools, llm=model,
                               streaming=streaming)
    boss = FunctionAgent(name="boss", description="Helps.", tools=tools, llm=model, streaming=streaming,
                         can_handoff_to=["researcher"])
    return AgentWorkflow([boss, researcher], root_agent="boss", timeout=60)


async def work(name, **more):
    prompt = begin(name, agents=["boss", "researcher"], **more)
    await workflow(name == "stream").run(prompt)


async def main():
    for each in ("weather", "divide", "retry", "stream"):
        await work(each)
    await work("handoff", tool="handoff", arguments={"to_agent": "researcher", "reason": "It looks up."})
    await attempt_async(work("refused"))


asyncio.run(main())
