"""Keeps what a case sent, and finds out which points hold when it is sent again.

captured/CASE has three files: requests.json.gz (OTLP/JSON, without what ties it to a machine), truth.json,
and misses.json (for each order of sending, the points that do not hold today).
"""

import gzip
import json
import pathlib
import re

import observe
import otlp
import points

PLACE = pathlib.Path(__file__).resolve().parent / "captured"
ORDERS = ("sent", "cut", "shuffled")


def read(name):
    place = PLACE / name
    with gzip.open(place / "requests.json.gz", "rt", encoding="utf-8") as file:
        requests = [(each["path"], each["request"]) for each in json.load(file)]
    truth = json.loads((place / "truth.json").read_text(encoding="utf-8"))
    misses = json.loads((place / "misses.json").read_text(encoding="utf-8"))
    return requests, truth, misses


def replay(program, requests, truth, order):
    """The points of a capture that do not hold, sent in this order to a fresh server."""
    with observe.Hence(program) as hence:
        refused = hence.send(otlp.arranged(requests, order))
        answers = observe.Answers(hence, truth)
        results = points.compare(truth, answers, requests, refused)
    return {result.point: result.seen for result in results if not result.right}


def write(outcome, program):
    if not outcome.requests:
        return
    requests = [(path, otlp.clean(request)) for path, request in outcome.requests]
    place = PLACE / outcome.case.name
    place.mkdir(parents=True, exist_ok=True)
    text = json.dumps([{"path": path, "request": request} for path, request in requests],
                      separators=(",", ":"))
    left = re.findall(r"/(?:work|root|home|tmp|usr)/[\w./-]*|127\.0\.0\.1:\d+", text)
    if left:
        raise RuntimeError(f"{outcome.case.name}: the capture names this machine: {sorted(set(left))[:3]}")
    # No name and no time in the header, so that the same capture gives the same bytes.
    with open(place / "requests.json.gz", "wb") as raw, \
            gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write(text.encode())
    (place / "truth.json").write_text(json.dumps(outcome.truth, indent=1) + "\n", encoding="utf-8")
    misses = {order: sorted(replay(program, requests, outcome.truth, order)) for order in ORDERS}
    live = sorted(result.point for result in outcome.results if not result.right)
    if misses["sent"] != live:
        print(f"{'':28}the capture has other misses than the case: {', '.join(misses['sent'])}")
    (place / "misses.json").write_text(json.dumps(misses, indent=1) + "\n", encoding="utf-8")


def shrink(names, program):
    """Deletes the misses that hold now. A point that is lost is named, and stays an error of the test."""
    lost = 0
    for name in names:
        if not (PLACE / name).is_dir():
            continue
        requests, truth, misses = read(name)
        for order in ORDERS:
            seen = replay(program, requests, truth, order)
            for point in sorted(set(seen) - set(misses[order])):
                print(f"{name}, {order}: {point} held before: {seen[point]}")
                lost += 1
            for point in sorted(set(misses[order]) - set(seen)):
                print(f"{name}, {order}: {point} holds now")
            misses[order] = [point for point in misses[order] if point in seen]
        (PLACE / name / "misses.json").write_text(json.dumps(misses, indent=1) + "\n", encoding="utf-8")
    return 1 if lost else 0
