"""What the scripted model says: a scenario is the prompt of a user and the model's answers in order.

An answer is a dictionary: `text` or `calls` (pairs of a tool's name and its arguments), `status` for an
answer that is an HTTP error, and `agent`, the place of the speaking agent among the agents of the scenario.
"""

WEATHER = "It is 18 degrees in Paris and 24 degrees in Rome."
FOUND = "The researcher found the value of beta."


def asks(*calls, agent=0, text=None):
    return {"calls": list(calls), "agent": agent, "text": text}


def says(text, agent=0):
    return {"text": text, "agent": agent}


def fails(status):
    return {"status": status, "agent": 0}


def scenario(name, tool=None, arguments=None):
    """The prompt and the answers of a scenario. `tool` is what asks a second agent: an agent as a tool
    (`delegate`), or a hand-off (`handoff`)."""
    second = (tool, arguments or {})
    return {
        # Two tool calls of one answer, with different arguments.
        "weather": ("What is the weather in Paris and Rome?", [
            asks(("get_weather", {"city": "Paris"}), ("get_weather", {"city": "Rome"})), says(WEATHER)]),
        # A tool that raises.
        "divide": ("Divide one by zero.", [
            asks(("divide", {"a": 1, "b": 0})), says("One cannot be divided by zero.")]),
        # The first attempt is refused, and the client tries again.
        "retry": ("Say that you are back.", [fails(503), says("Here I am again.")]),
        # The request is wrong, and no attempt helps.
        "refused": ("Say something too long.", [fails(400)]),
        # The same as the others, but the client asks for a stream.
        "stream": ("Look up alpha.", [
            asks(("lookup", {"topic": "alpha"})), says("Alpha was looked up.")]),
        "delegate": ("Let the researcher look up beta.", [
            asks(second), asks(("lookup", {"topic": "beta"}), agent=1), says("Beta has a value.", agent=1),
            says(FOUND)]),
        "handoff": ("Hand over to the researcher.", [
            asks(second), asks(("lookup", {"topic": "beta"}), agent=1), says(FOUND, agent=1)]),
    }[name]
