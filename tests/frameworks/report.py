"""Shows the outcomes of the cases: a table on standard output, and docs/FRAMEWORKS.md."""

import points

HEAD = """# Frameworks

Which agent frameworks does Hence understand, and how well? `make frameworks` runs each framework of this page against
a scripted model, sends the telemetry to `hence serve`, and compares the answers of Hence with the logs of the model and
of the tools. A program writes this page from the results (`tools/frameworks --write-docs`), so the page also shows what
is wrong. A case that could not be installed, or that did not follow its script, stands in the table with the
reason.

The column *differs* lists what Hence shows otherwise than it happened. The column *not sent* lists what no reader could
know: the framework did not send it, or sent something else, in parentheses.

Each agent runs the same scenarios, as far as the framework has them: two tool calls of a single answer, a tool that
raises, a request that the model refuses once with 503, a request that the model refuses with 400, a stream, an agent
that is called as a tool, and a hand-off to another agent.

"""

POINTS_HEAD = """
## Points

A point counts only for a framework whose scenarios raise it: a case without a second agent has no delegations.

| point | holds if Hence shows |
|---|---|
"""

CAPTURED = """
`make test` sends the captured telemetry of these cases again, also cut into single spans and in another order
(`tests/frameworks/captured`).
"""


def show(outcome):
    name = outcome.case.name
    if not outcome.results:
        print(f"{name:26} {outcome.reason}", flush=True)
        return
    right = sum(result.right for result in outcome.results)
    print(f"{name:26} {right} of {len(outcome.results)} points", flush=True)
    for result in outcome.results:
        if not result.right:
            print(f"{'':28}{result.point}: {result.seen}" + ("" if result.sent else " (not sent)"), flush=True)


def total(outcomes):
    results = [result for outcome in outcomes for result in outcome.results]
    right = sum(result.right for result in results)
    ran = sum(bool(outcome.results) for outcome in outcomes)
    print(f"{ran} of {len(outcomes)} cases ran; {right} of {len(results)} points hold")


def cell(text):
    return " ".join(text.split()).replace("|", "\\|")


def row(outcome):
    """The row of a case."""
    versions = ", ".join(f"{name} {version}" for name, version in outcome.versions.items())
    if not outcome.results:
        cells = [outcome.case.title, versions, outcome.transport or "-", "-", outcome.reason, "-", outcome.day or "-"]
    else:
        right = [result for result in outcome.results if result.right]
        wrong = [result for result in outcome.results if not result.right]
        told = outcome.case.as_sent
        differs = "; ".join(f"{result.point}: {result.seen}" if result.seen else result.point
                            for result in wrong if result.sent and result.point not in told) or "nothing"
        unsent = [result.point for result in wrong if not result.sent]
        unsent = ", ".join([*unsent, *(f"{result.point} ({told[result.point]})" for result in wrong
                                       if result.sent and result.point in told)]) or "nothing"
        cells = [outcome.case.title, versions, outcome.transport,
                 f"{len(right)} of {len(outcome.results)}", differs, unsent, outcome.day or "-"]
    return "| " + " | ".join(cell(each) for each in cells) + " |\n"


def write_docs(outcomes, version, path):
    results = [result for outcome in outcomes for result in outcome.results]
    right = sum(result.right for result in results)
    unsent = sum(not result.right and (not result.sent or result.point in outcome.case.as_sent)
                 for outcome in outcomes for result in outcome.results)
    ran = [outcome for outcome in outcomes if outcome.results]
    text = HEAD
    text += (f"With {version}, {len(ran)} of {len(outcomes)} cases ran, and {right} of {len(results)} points hold."
             f" Of the other points, {unsent} are about something that the framework did not send.\n\n")
    text += "| framework | versions | transport | right | differs | not sent | date |\n|---|---|---|---|---|---|---|\n"
    text += "".join(row(outcome) for outcome in outcomes)
    text += CAPTURED + POINTS_HEAD
    text += "".join(f"| {name} | {meaning} |\n" for name, meaning in points.POINTS.items())
    path.write_text(text, encoding="utf-8")
