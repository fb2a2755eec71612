"""CrewAI: crews of one agent."""

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool
from kit import BASE_URL, GPT, TOOLS, attempt, begin, traces
from openinference.instrumentation.crewai import CrewAIInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor

provider = traces()
CrewAIInstrumentor().instrument(tracer_provider=provider, skip_dep_check=True)
OpenAIInstrumentor().instrument(tracer_provider=provider)
model = LLM(model=f"openai/{GPT}", base_url=BASE_URL, api_key="none", max_retries=1)
tools = [tool(name)(each) for name, each in TOOLS.items()]


def work(name):
    prompt = begin(name, agents=["assistant"])
    agent = Agent(role="assistant", goal="Help.", backstory="You help.", llm=model, tools=tools,
                  max_retry_limit=0)
    task = Task(description=prompt, expected_output="An answer.", agent=agent)
    Crew(agents=[agent], tasks=[task]).kickoff()


for each in ("weather", "divide", "retry"):
    work(each)
attempt(lambda: work("refused"))
