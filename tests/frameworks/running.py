"""Installs the environment of a case, runs its agent, and compares."""

import dataclasses
import datetime
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

import model
import observe
import points
import recorder

HERE = pathlib.Path(__file__).resolve().parent
INSTALL_S = 900
CASE_S = 180
# Nothing of the caller's may steer a case: no proxy, no other exporter, no key.
KEPT = ("PATH", "HOME", "LANG", "SSL_CERT_FILE", "TMPDIR")
QUIET = {
    "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1",
    "OTEL_METRICS_EXPORTER": "none", "OTEL_SERVICE_NAME": points.SERVICE,
    # A case talks to loopback alone: no proxy listens there, so all else fails at once.
    "NO_PROXY": "127.0.0.1,localhost", "no_proxy": "127.0.0.1,localhost",
    "HTTP_PROXY": "http://127.0.0.1:9", "HTTPS_PROXY": "http://127.0.0.1:9",
    # What else some frameworks would send, and to whom.
    "CREWAI_DISABLE_TELEMETRY": "true", "CREWAI_TRACING_ENABLED": "false", "AGNO_TELEMETRY": "false",
    "HAYSTACK_TELEMETRY_ENABLED": "False", "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LANGCHAIN_TRACING_V2": "false", "OPENAI_AGENTS_DISABLE_TRACING": "0", "MASTRA_TELEMETRY_DISABLED": "1",
    "ANONYMIZED_TELEMETRY": "false", "DO_NOT_TRACK": "1", "HF_HUB_OFFLINE": "1",
}


@dataclass
class Outcome:
    case: object
    versions: dict = field(default_factory=dict)
    transport: str = ""
    results: list = field(default_factory=list)  # Empty when the case did not get so far.
    reason: str = ""  # Then this says why.
    printed: str = ""
    truth: dict = field(default_factory=dict)
    requests: list = field(default_factory=list)
    day: str = ""

    def save(self, place):
        """Keeps what the table shows, so that a part of the cases can be run again."""
        (place / "results").mkdir(parents=True, exist_ok=True)
        kept = {"versions": self.versions, "transport": self.transport, "reason": self.reason,
                "day": self.day, "results": [dataclasses.asdict(result) for result in self.results]}
        (place / "results" / f"{self.case.name}.json").write_text(json.dumps(kept, indent=1), "utf-8")


def saved(case, place):
    """The last outcome of a case."""
    path = place / "results" / f"{case.name}.json"
    if not path.exists():
        return Outcome(case, versions(case), reason="not run")
    kept = json.loads(path.read_text("utf-8"))
    kept["results"] = [points.Result(**each) for each in kept["results"]]
    return Outcome(case, **kept)


def bounded(command, limit_s, **more):
    """Runs a program to its end or to its limit; then everything that it started ends with it."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        process = subprocess.Popen([str(word) for word in command], stdout=output,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                   start_new_session=True, **more)
        try:
            code = process.wait(limit_s)
        except subprocess.TimeoutExpired:
            code = f"no end after {limit_s} s"
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        output.seek(0)
        return code, output.read()


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "it printed nothing"


def pinned_in(name):
    """Where the packages of an environment are pinned."""
    node = name.startswith("node")
    return HERE / "environments" / (f"node/{name}.json" if node else f"{name}.txt")


def install(name, place):
    """Why the environment could not be installed, or None. A complete one is left alone."""
    pinned = pinned_in(name)
    lock = pinned.with_suffix(".lock.json")
    stamp = place / name / "installed"
    digest = hashlib.sha256(pinned.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="utf-8") == digest:
        return None
    shutil.rmtree(place / name, ignore_errors=True)
    (place / name).mkdir(parents=True)
    if name.startswith("node"):
        if not shutil.which("npm"):
            return "npm is not there"
        shutil.copy(pinned, place / name / "package.json")
        shutil.copy(lock, place / name / "package-lock.json")
        steps = [["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]]
    else:
        steps = [[sys.executable, "-m", "venv", place / name],
                 [place / name / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-deps",
                  "--disable-pip-version-check", "-r", pinned]]
    for step in steps:
        code, said = bounded(step, INSTALL_S, cwd=place / name)
        if code != 0:
            return last_line(said)
    stamp.write_text(digest, encoding="utf-8")
    return None


def versions(case):
    """The versions of the case's packages, as its requirements pin them."""
    if case.environment.startswith("node"):
        pinned = json.loads(pinned_in(case.environment).read_text("utf-8"))
        return {name: pinned["dependencies"][name] for name in case.packages}
    lines = pinned_in(case.environment).read_text("utf-8").splitlines()
    pinned = dict(line.split("==", 1) for line in lines if "==" in line)
    return {name: pinned[name].split(";")[0].strip() for name in case.packages}


def command_of(case, place):
    if not case.environment.startswith("node"):
        return [place / case.environment / "bin" / "python", HERE / "agents" / case.script]
    program = HERE / "agents" / case.script
    for source in (program, *program.parent.glob("kit*.mjs")):
        shutil.copy(source, place / case.environment)  # Node looks for packages beside the program.
    return ["node", place / case.environment / program.name]


def run(case, program, place):
    outcome = Outcome(case, versions(case), day=str(datetime.date.today()))
    why = install(case.environment, place)
    if why:
        outcome.reason = f"not installed: {why}"
        return outcome
    with observe.Hence(program) as hence, recorder.Recorder(hence.host) as kept, model.Model() as scripted, \
            tempfile.TemporaryDirectory() as home:
        grpc = case.protocol == "grpc"
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        environment |= {**QUIET, **case.variables, "MODEL_URL": scripted.url, "HOME": home,
                        "OTEL_EXPORTER_OTLP_PROTOCOL": case.protocol,
                        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://{hence.grpc}" if grpc else kept.url,
                        "COLLECTOR": kept.url}
        code, outcome.printed = bounded(command_of(case, place), CASE_S, env=environment, cwd=home)
        outcome.truth = scripted.script.truth()
        wrong = scripted.script.wrong
        outcome.transport = "gRPC" if grpc else kept.transport()
        outcome.requests = kept.requests()
        if code != 0:
            outcome.reason = f"the case failed: {last_line(outcome.printed)}"
        elif wrong:
            outcome.reason = f"out of step with its script: {wrong[0]}"
        elif not outcome.requests and not grpc:
            outcome.reason = "nothing was sent"
        else:
            compare(outcome, hence, kept)
    return outcome


def compare(outcome, hence, kept):
    """Fills in the results. A question that Hence cannot answer is the outcome of this case, not the end of
    the run."""
    try:
        answers = observe.Answers(hence, outcome.truth)
    except (RuntimeError, OSError, ValueError, subprocess.TimeoutExpired) as error:
        outcome.reason = f"Hence did not answer: {error}"
        return
    sent = outcome.requests or answers.events  # Over gRPC, what was sent is known from the events alone.
    outcome.results = points.compare(outcome.truth, answers, sent, kept.refused())
