"""Compares the answers of Hence with the truth of a case, point by point.

A point either holds, or it is a miss with a short text, or the case does not raise it (no second agent, no
session). `sent` is all text that the framework sent: a miss about something that was never sent is marked
as such, because no reader can know it.
"""

import collections
import json
import re
from dataclasses import dataclass

from observe import failed, holds

POINTS = {
    "taken": "every request was accepted",
    "calls": "the number of model calls, each once",
    "failures": "the number of failed model calls",
    "models": "the names of the models",
    "tokens": "input and output tokens",
    "cache": "tokens that were read from a cache",
    "reasoning": "reasoning tokens",
    "tools": "the tool calls, each once, with their names",
    "arguments": "the arguments of each tool call",
    "results": "the result of each tool call",
    "tool failures": "which tool calls failed",
    "asked": "`hence explain` names the model call that asked for the tool call",
    "agents": "the agent of each model call and tool call",
    "sessions": "the session of each model call and tool call",
    "delegations": "who delegated to whom",
    "prompts": "the prompt of each model call",
    "answers": "the answer of each model call",
}


SERVICE = "case"
USAGE = {
    "tokens": r"(prompt|input)[._]?tokens|token_count",
    "cache": r"cached?[._]?(input[._]?)?tokens|cache[._]?read|cached_input",
    "reasoning": r"reasoning[._]?(output[._]?)?tokens|completion_details\.reasoning|thoughts?[._]token",
}


@dataclass
class Result:
    point: str
    right: bool
    seen: str = ""
    sent: bool = True  # False: the framework did not send it.


class Comparison:
    def __init__(self, truth, answers, sent, refused=()):
        self.truth = truth
        self.answers = answers
        self.text = json.dumps(sent)
        self.failed_text = json.dumps(failures_in(sent))
        self.refused = list(refused)
        self.calls = truth["calls"]
        self.good = [n for n, call in enumerate(self.calls) if call["status"] == 200]

    def results(self):
        told = [self.taken(), *self.model_points(), *self.token_points()]
        if self.truth["tools"]:
            told += [*self.tool_points(), self.asked()]
        told += [point for point in (self.agents(), self.sessions(), self.delegations()) if point]
        return told + [self.prompts(), self.said()]

    def known(self, *texts):
        """Whether the framework sent all of these texts."""
        return all(json.dumps(text)[1:-1] in self.text or text in self.text for text in texts)

    def taken(self):
        return Result("taken", not self.refused, f"refused: {self.refused[:1]}")

    def model_points(self):
        answers = self.answers
        twice = sum(len(events) - 1 for events in answers.of_call.values() if events)
        lost = sum(not events for events in answers.of_call.values())
        right = not twice and not lost and not answers.unknown
        count = len(self.good) + twice - lost + len(answers.unknown)
        yield Result("calls", right, f"{count} instead of {len(self.good)}")
        wrong = {n for n, call in enumerate(self.calls) if call["status"] == 400}
        tried = sum(call["status"] != 200 for call in self.calls)
        # A client may tell each attempt, or all attempts as one call.
        least = len({self.calls[n]["scenario"] for n in wrong})
        if wrong:
            count = len(answers.failed)
            yield Result("failures", least <= count <= tried, f"{count} instead of {least}",
                         "the request is too long" in self.failed_text)
        names = {call["model"] for call in self.calls}
        odd = [event for event in answers.models
               if not any(name in str(event["fields"].get("model")) for name in names)]
        seen = sorted({event["fields"].get("model") or "none" for event in odd})
        yield Result("models", not odd, f"{len(odd)} of {len(answers.models)} calls have {', '.join(seen)}")

    def token_points(self):
        stats = self.answers.tokens
        prompt = sum(self.calls[n]["prompt"] for n in self.good)
        completion = sum(self.calls[n]["completion"] for n in self.good)
        cached = sum(self.calls[n]["cached"] for n in self.good)
        reasoning = sum(self.calls[n]["reasoning"] for n in self.good)
        seen = ((stats.get("input") or 0) + (stats.get("cache_read") or 0) + (stats.get("cache_write") or 0),
                stats.get("output") or 0)
        yield Result("tokens", seen == (prompt, completion),
                     f"{seen[0]}/{seen[1]} instead of {prompt}/{completion}", self.names_usage("tokens"))
        for point, count, name in (("cache", cached, "cache_read"), ("reasoning", reasoning, "reasoning")):
            if count:
                had = stats.get(name) or 0
                yield Result(point, had == count, f"{had} instead of {count}", self.names_usage(point))

    def names_usage(self, point):
        """Whether a count of this class was sent. A number is too short to be looked for; its name is not."""
        return re.search(USAGE[point], self.text, re.I) is not None

    def tool_points(self):
        runs, of_tool = self.truth["tools"], self.answers.of_tool
        wanted, seen = collections.Counter(run["name"] for run in runs), self.answers.names()
        yield Result("tools", wanted == seen, f"{sum(seen.values())} instead of {len(runs)}"
                     + ("" if sum(seen.values()) != len(runs) else ": " + ", ".join(
                         sorted(map(str, seen - wanted)))), self.known(*wanted))
        bad = [run for n, run in enumerate(runs) if run["arguments"] and not all(
            holds(event["fields"].get("input"), run["arguments"]) for event in of_tool[n] or [{"fields": {}}])]
        yield Result("arguments", not bad, self.missing(bad, runs), self.known(
            *(str(value) for run in bad for value in run["arguments"].values())))
        own = [(n, run) for n, run in enumerate(runs) if run.get("output")]
        bad = [run for n, run in own if not of_tool[n] or not all(
            run["output"] in json.dumps(event["fields"].get("output")) for event in of_tool[n])]
        if own:
            yield Result("results", not bad, self.missing(bad, own),
                         self.known(*(run["output"] for run in bad)))
        bad = [run for n, run in enumerate(runs) if run.get("error") and not (
            of_tool[n] and all(map(failed, of_tool[n])))]
        bad += [run for n, run in enumerate(runs) if run.get("output") and any(map(failed, of_tool[n]))]
        if any(run.get("error") for run in runs):
            told = "division by zero" in self.failed_text or '"is_error": true' in self.text.replace("\\", "")
            yield Result("tool failures", not bad, ", ".join(run["name"] for run in bad), told)

    @staticmethod
    def missing(bad, every):
        return f"missing for {len(bad)} of {len(every)}"

    def asked(self):
        runs = self.truth["tools"]
        bad = [run for n, run in enumerate(runs) if not self.answers.of_tool[n] or not all(
            self.answers.chains[event["id"]] & self.ids(run["asked_by"])
            for event in self.answers.of_tool[n])]
        return Result("asked", not bad, self.missing(bad, runs))

    def ids(self, call):
        return {event["id"] for event in self.answers.of_call.get(call, [])}

    def each_event(self, key):
        """Every matched event with what the truth says of it under a key."""
        for n, events in self.answers.of_call.items():
            yield from ((event, self.calls[n][key]) for event in events)
        for n, events in self.answers.of_tool.items():
            yield from ((event, self.truth["tools"][n][key]) for event in events)

    def agents(self):
        every = [(event, agent) for event, agent in self.each_event("agent") if agent]
        bad = [(event, agent) for event, agent in every if event.get("agent") != agent]
        if not any(call["agent"] for call in self.calls):
            return None
        seen = sorted({shown(event.get("agent")) for event, _ in bad})
        return Result("agents", bool(every) and not bad,
                      f"{len(bad)} of {len(every)} calls have {', '.join(seen)}", self.known(*{agent for _, agent in bad}))

    def sessions(self):
        every = [(event, session) for event, session in self.each_event("session") if session]
        bad = [(event, session) for event, session in every
               if self.answers.session_of.get(event["id"]) != session]
        if not any(call["session"] for call in self.calls):
            return None
        return Result("sessions", bool(every) and not bad, f"{len(bad)} of {len(every)} calls stand elsewhere",
                      self.known(*{session for _, session in bad}))

    def delegations(self):
        def pairs(name):
            return collections.Counter((scenario["agents"][0], scenario["agents"][1])
                                       for scenario in self.truth["scenarios"] if scenario["name"] == name)
        # An agent that is called as a tool is a tool call; it may be a delegation besides.
        wanted, may = pairs("handoff"), pairs("delegate")
        seen = collections.Counter((event["fields"].get("parent_id"), event["fields"].get("child_id"))
                                   for event in self.answers.delegations)
        if not wanted and not seen:
            return None
        told = "; ".join(f"{shown(boss)} → {shown(other)}" + (f" ×{n}" if n > 1 else "")
                         for (boss, other), n in sorted(seen.items(), key=str)) or "none"
        return Result("delegations", not wanted - seen and not seen - wanted - may, told,
                      self.known(*{name for pair in wanted for name in pair}))

    def prompts(self):
        bad = []
        for n in self.good:
            prompt = self.truth["scenarios"][self.calls[n]["scenario"]]["prompt"]
            first = not n or self.calls[n - 1]["scenario"] != self.calls[n]["scenario"]
            events = self.answers.of_call[n]
            if not events or not all(event["fields"].get("messages") for event in events) or (
                    first and not all(prompt in json.dumps(event["fields"]["messages"]) for event in events)):
                bad.append(prompt)
        return Result("prompts", not bad, self.missing(bad, self.good), self.known(*bad[:1]))

    def said(self):
        spoken = [n for n in self.good if self.calls[n]["text"]]
        bad = [n for n in spoken if not self.answers.of_call[n] or not all(
            json.dumps(self.calls[n]["text"])[1:-1] in json.dumps(event["fields"].get("completion"))
            or json.dumps(json.dumps(self.calls[n]["text"]))[3:-3]
            in json.dumps(event["fields"].get("completion")) for event in self.answers.of_call[n])]
        return Result("answers", not bad, self.missing(bad, spoken),
                      self.known(*(self.calls[n]["text"] for n in bad)))


def shown(agent):
    """The name of an agent for a reader. All cases have the same `service.name`, which is no agent's name."""
    return "the name of the service" if agent == SERVICE else agent or "none"


def failures_in(sent):
    """The spans, records and events among what was sent that say that something failed."""
    found, left = [], [sent]
    while left:
        value = left.pop()
        if isinstance(value, (list, tuple)):
            left += value
        elif isinstance(value, dict):
            status = value.get("status")
            if (isinstance(status, dict) and status.get("code") in (2, "STATUS_CODE_ERROR")) \
                    or status == "error" or value.get("name") == "exception":
                found.append(value)
            else:
                left += value.values()
    return found


def compare(truth, answers, sent, refused=()):
    """The results for a case. `sent` is what the framework sent, as JSON."""
    return Comparison(truth, answers, sent, refused).results()
