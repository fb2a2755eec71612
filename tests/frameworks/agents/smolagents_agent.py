"""smolagents: an agent that calls tools, and a managed agent. Every answer is a call of final_answer."""

from kit import BASE_URL, GPT, TOOLS, attempt, begin, traces
from openinference.instrumentation.smolagents import SmolagentsInstrumentor
from smolagents import OpenAIServerModel, ToolCallingAgent, tool

SmolagentsInstrumentor().instrument(tracer_provider=traces())
model = OpenAIServerModel(model_id=GPT, api_base=BASE_URL, api_key="none", client_kwargs={"max_retries": 1})
tools = [tool(each) for each in TOOLS.values()]


def calls(name, agent=0, **arguments):
    return {"calls": [[name, arguments]], "agent": agent}


WEATHER = {"calls": [["get_weather", {"city": "Paris"}], ["get_weather", {"city": "Rome"}]]}
SCRIPTS = {
    "weather": [WEATHER, calls("final_answer", answer="18 and 24 degrees.")],
    "divide": [calls("divide", a=1, b=0), calls("final_answer", answer="Not by zero.")],
    "retry": [{"status": 503}, calls("final_answer", answer="Here I am again.")],
    "delegate": [calls("researcher", task="Look up beta."), calls("lookup", 1, topic="beta"),
                 calls("final_answer", 1, answer="Beta has a value."),
                 calls("final_answer", answer="Found.")],
    "refused": None,
}
researcher = ToolCallingAgent(tools=tools, model=model, name="researcher", description="Looks things up.")


def work(name):
    prompt = begin(name, agents=["boss", "researcher"], steps=SCRIPTS[name], tool="researcher")
    ToolCallingAgent(tools=tools, model=model, name="boss", managed_agents=[researcher]).run(prompt)


for each in ("weather", "divide", "retry", "delegate"):
    work(each)
attempt(lambda: work("refused"))
