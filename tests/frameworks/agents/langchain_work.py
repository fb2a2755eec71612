"""What LangChain's agents are asked: a scenario at a time, in pieces where the scenario wants that."""

from kit import begin


def work(agent, name, agents, **more):
    value = {"messages": [("user", begin(name, agents=agents, **more))]}
    if name == "stream":
        for _ in agent.stream(value, stream_mode="messages"):
            pass
    else:
        agent.invoke(value)
