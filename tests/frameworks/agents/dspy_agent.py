"""DSPy's ReAct: the model answers in fields of text, and the tools have no call ids."""

import json

import dspy
from kit import BASE_URL, GPT, TOOLS, attempt, begin, traces
from openinference.instrumentation.dspy import DSPyInstrumentor

DSPyInstrumentor().instrument(tracer_provider=traces())
dspy.configure(lm=dspy.LM(f"openai/{GPT}", api_base=BASE_URL, api_key="none", cache=False, num_retries=1))


def says(**fields):
    return {"text": "".join(f"[[ ## {name} ## ]]\n{value}\n\n" for name, value in fields.items())
            + "[[ ## completed ## ]]"}


def runs(name, **arguments):
    step = says(next_thought=f"I use {name}.", next_tool_name=name, next_tool_args=json.dumps(arguments))
    return {**step, "in_text": [[name, arguments]]}


def ends(answer):
    return [runs("finish"), says(reasoning="I know enough.", answer=answer)]


SCRIPTS = {
    "weather": [runs("get_weather", city="Paris"), runs("get_weather", city="Rome"),
                *ends("18 and 24 degrees.")],
    "divide": [runs("divide", a=1, b=0), *ends("Not by zero.")],
    "retry": [{"status": 503}, *ends("Here I am again.")],
    "refused": None,
}


def work(name):
    dspy.ReAct("question -> answer", tools=list(TOOLS.values()))(question=begin(name, steps=SCRIPTS[name]))


for each in ("weather", "divide", "retry"):
    work(each)
attempt(lambda: work("refused"))
