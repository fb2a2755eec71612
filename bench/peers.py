#!/usr/bin/env python3
"""Compares the Python client with others from PyPI: import, the cost of an event, and flush before a bad server.

`tools/peers` installs the others and runs this in a network of its own, where there is nothing but loopback:
what any of them would send elsewhere does not leave the machine. Each figure comes from fresh processes. CPU time is
that of the process, so that other work on the machine counts little; times of flush are by the clock.
"""
import contextlib
import http.server
import json
import os
import pathlib
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMPORTS = int(os.environ.get("HENCE_PEER_IMPORTS", "15"))
EVENTS = 2000
SETTLE_S = 3
FLUSH_LIMIT_S = 40

# What each of them is told: to import, to make ready before a server at ADDRESS, one event, and to flush.
# `event` is what each calls a step: the cheapest thing that has an input and an output.
PEERS = {
    "hence_trace": {
        "import": "import hence_trace as hence",
        "ready": "hence.open(ADDRESS, agent='a')",
        "event": "hence.tool_call('t', {'n': n}).result('out')",
        "flush": "hence.flush(timeout=1)",
        "events": 2,
    },
    "langfuse": {
        "import": "from langfuse import Langfuse",
        "ready": "c = Langfuse(public_key='pk', secret_key='sk', host=ADDRESS, timeout=5)",
        "event": "s = c.start_observation(name='t', input={'n': n}); s.update(output='out'); s.end()",
        "flush": "c.flush()",
        "events": 1,
    },
    "opik": {
        "import": "import opik",
        "ready": "c = opik.Opik(host=ADDRESS + '/api', project_name='p')\nt = c.trace(name='t')",
        "event": "s = t.span(name='t', input={'n': n}); s.end(output={'out': 'out'})",
        "flush": "c.flush(timeout=1)",
        "events": 1,
    },
    "braintrust": {
        "import": "import braintrust",
        "ready": "c = braintrust.init_logger(project='p', project_id='00000000-0000-0000-0000-000000000000', "
                 "api_key='k', app_url=ADDRESS)",
        "event": "s = c.start_span(name='t', input={'n': n}); s.log(output='out'); s.end()",
        "flush": "c.flush()",
        "events": 1,
    },
}
QUIET = {"OPIK_TRACK_DISABLE": "false", "OPIK_SENTRY_ENABLE": "false", "LANGFUSE_TRACING_ENABLED": "true",
         "BRAINTRUST_API_KEY": "k", "OTEL_SDK_DISABLED": "false"}


def environment(name, home, address=""):
    path = {"PYTHONPATH": str(ROOT / "clients" / "python")} if name == "hence_trace" else {}
    return {"PATH": os.environ["PATH"], "HOME": home, "XDG_STATE_HOME": f"{home}/state", **QUIET, **path,
            "BRAINTRUST_API_URL": address, "BRAINTRUST_APP_URL": address, "OPIK_URL_OVERRIDE": f"{address}/api",
            "LANGFUSE_HOST": address}


def run(python, code, env, limit=FLUSH_LIMIT_S):
    """What a process prints as its last line; nothing when it does not end in time."""
    try:
        done = subprocess.run([python, "-c", code], env=env, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        raise RuntimeError(done.stderr[-2000:])
    return json.loads(done.stdout.strip().splitlines()[-1])


def import_ms(python, name, home):
    """Processor time of whole processes, over a process that does nothing: the median of the differences."""
    def cost(code):
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([python, "-c", code], env=environment(name, home), check=True, capture_output=True)
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime

    bare = sorted(cost("pass") for _ in range(IMPORTS))
    full = sorted(cost(PEERS[name]["import"]) for _ in range(IMPORTS))
    return 1000 * (full[0] - bare[0]), 1000 * (full[IMPORTS // 2] - bare[IMPORTS // 2])


EVENT_CODE = """
import time, json
ADDRESS = {address!r}
{import}
{ready}
mine, all_of_it = [], []
for _ in range(3):
    began, whole = time.thread_time(), time.process_time()
    for n in range({count}):
        {event}
    mine.append(time.thread_time() - began)
    time.sleep({settle})  # Threads that send go on with what the loop gave them.
    all_of_it.append(time.process_time() - whole)
print(json.dumps([min(one) / {count} / {events} * 1e6 for one in (mine, all_of_it)]), flush=True)
import os; os._exit(0)
"""
FLUSH_CODE = """
import time, json
ADDRESS = {address!r}
{import}
{ready}
for n in range(100):
    {event}
began = time.monotonic()
told = {flush}
print(json.dumps([time.monotonic() - began, repr(told)]), flush=True)
import os; os._exit(0)
"""


class Taker(http.server.BaseHTTPRequestHandler):
    """Takes whatever is sent."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_GET = do_PUT = do_PATCH = do_POST


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """A client that was ended while it sent is no error of ours."""


@contextlib.contextmanager
def taking():
    server = Server(("127.0.0.1", 0), Taker)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def flush_s(python, name, home, address):
    code = FLUSH_CODE.format(address=address, **PEERS[name])
    return run(python, code, environment(name, home, address))


def measure(python, name):
    with tempfile.TemporaryDirectory() as home, socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(64)
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            dead = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with taking() as address:
            # Hence's usual place is a directory: nobody has to run.
            where = f"{home}/store" if name == "hence_trace" else address
            code = EVENT_CODE.format(address=where, count=EVENTS, settle=SETTLE_S, **PEERS[name])
            event = run(python, code, environment(name, home, address), 120)
        return {
            "import_ms": import_ms(python, name, home),
            "event_us": event,
            "flush_dead": flush_s(python, name, home, dead),
            "flush_silent": flush_s(python, name, home, f"http://127.0.0.1:{silent.getsockname()[1]}"),
        }


def said(flush):
    if flush is None:
        return f"not back in {FLUSH_LIMIT_S} s"
    seconds, told = flush
    return f"{seconds:.2f} s: {told[:120]}"


def show(name, told):
    best, middle = told["import_ms"]
    event = "not in time"
    if told["event_us"] is not None:
        event = "{:.1f} us in the caller, {:.1f} us in the process".format(*told["event_us"])
    print(f"{name}: import {best:.1f} ms (median {middle:.1f}), an event {event}")
    print(f"    flush, no server: {said(told['flush_dead'])}")
    print(f"    flush, a silent one: {said(told['flush_silent'])}", flush=True)


def show_bars(all_told):
    """What the client promises, and whether this run kept it."""
    ours = all_told["hence_trace"]
    bars = {
        "import under 20 ms": ours["import_ms"][0] < 20,
        "an event at most 15 us": ours["event_us"][1] <= 15,
        "flush(timeout=1) back in 1.2 s, and truthful": all(
            told is not None and told[0] <= 1.2 and "stored=0, spooled=200, dropped=0" in told[1]
            for told in (ours["flush_dead"], ours["flush_silent"])),
    }
    for name, told in all_told.items():
        if name != "hence_trace" and told["event_us"] is not None:
            for at, where in enumerate(("in the caller", "in the process")):
                bars[f"an event at most a tenth of {name}'s, {where}"] = 10 * ours["event_us"][at] <= told["event_us"][at]
    for bar, met in bars.items():
        print(f"{bar}: {'yes' if met else 'NO'}")


def main():
    python = sys.argv[1]
    print(f"load {os.getloadavg()[0]:.1f}, {time.strftime('%Y-%m-%d')}", flush=True)
    all_told = {}
    for name in PEERS:
        try:
            all_told[name] = measure(python, name)
        except RuntimeError as error:
            print(f"{name}: cannot be measured: {error}")
            continue
        show(name, all_told[name])
    if "hence_trace" in all_told:
        show_bars(all_told)


if __name__ == "__main__":
    main()
