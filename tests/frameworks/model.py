"""A model that follows a script, on loopback: OpenAI's chat completions and responses, Anthropic's
messages and Google's generateContent, streamed or not.

`POST /begin` starts a scenario, and `POST /tool` tells what a tool did. `Model.log` therefore holds the
truth about a case: each model call with its tokens and requested tool calls, and each run of a tool.
Every answer has a number of output tokens of its own, so that an answer can be recognised.
"""

import http.server
import json
import re
import threading

import scenarios
import served
import wire

OWN_TOOLS = {"get_weather", "divide", "lookup"}


class Script:
    """Where the case stands in its scenario, and what has happened so far."""

    def __init__(self):
        self.lock = threading.Lock()
        self.calls = []  # Each request to the model.
        self.tools = []  # Each run of a tool, as the tool told.
        self.begun = []
        self.left = []
        self.wrong = []  # Why the case is out of step with its script.

    def begin(self, asked):
        with self.lock:
            self.check_left()
            prompt, steps = scenarios.scenario(asked["name"], asked.get("tool"), asked.get("arguments"))
            steps = asked.get("steps") or steps
            self.left = [dict(step) for step in steps]
            self.begun.append({"name": asked["name"], "prompt": asked.get("prompt") or prompt,
                               "agents": asked.get("agents") or [], "session": asked.get("session"),
                               "session_second": asked.get("session_second")})
            return self.begun[-1]["prompt"]

    def check_left(self):
        """That the scenario came to its end."""
        left = [step for step in self.left if not step.get("told")]
        if left:
            self.wrong.append(f"{self.begun[-1]['name']}: {len(left)} answers were not asked for")

    def answer(self, api, request):
        """What the model says to the next request: a row of the log."""
        with self.lock:
            if not self.begun:
                self.wrong.append("a model call before the first scenario")
            elif not self.left:
                self.wrong.append(f"{self.begun[-1]['name']}: a model call after the last answer")
            if not self.begun or not self.left:
                return {"status": 500}
            step = self.left[0]
            if step.get("status") != 400 or len(self.left) > 1:  # What is wrong stays wrong.
                self.left.pop(0)
            else:
                step["told"] = True
            row = self.row(api, request, step)
            self.calls.append(row)
            return row

    def row(self, api, request, step):
        at = self.begun[-1]
        n = len(self.calls) + 1
        place = step.get("agent", 0)
        row = {"api": api, "model": request.get("model"), "stream": bool(request.get("stream")),
               "status": step.get("status", 200), "scenario": len(self.begun) - 1,
               "agent": at["agents"][place] if at["agents"] else None,
               "session": at["session_second"] if place and at["session_second"] else at["session"]}
        if row["status"] != 200:
            return row
        offered = json.dumps(request.get("tools") or [])
        for name, _ in step.get("calls") or []:
            if f'"{name}"' not in offered:
                self.wrong.append(f"{at['name']}: the tool {name} was not offered")
        return {**row, "id": f"answer-{n}", "text": step.get("text"),
                # A framework without tool calls on the wire finds them in the text.
                "in_text": [{"id": f"text_{n}_{i}", "name": name, "arguments": arguments}
                            for i, (name, arguments) in enumerate(step.get("in_text") or [])],
                "asks": [{"id": f"call_{n}_{i}", "name": name, "arguments": arguments}
                         for i, (name, arguments) in enumerate(step.get("calls") or [])],
                **self.usage(api, request, n)}

    @staticmethod
    def usage(api, request, n):
        """The tokens of an answer. A stream of chat completions has none unless the client asks."""
        asked = (request.get("stream_options") or {}).get("include_usage")
        if api == "completions" and request.get("stream") and not asked:
            return {"prompt": 0, "completion": 0, "cached": 0, "reasoning": 0}
        return {"prompt": 100 + 7 * n, "completion": 10 + 3 * n, "cached": 32 if n % 2 == 0 else 0,
                "reasoning": 4 if n % 3 == 0 and api != "messages" else 0}

    def truth(self):
        """All that happened; what is still expected makes the case out of step."""
        with self.lock:
            self.check_left()
            self.left = []
            return {"scenarios": self.begun, "calls": self.calls, "tools": self.runs()}

    def runs(self):
        """Each requested tool call, with what the tool told of it."""
        told, runs = list(self.tools), []
        for n, call in enumerate(self.calls):
            for ask in [*call.get("asks", []), *call.get("in_text", [])]:
                run = {"call_id": ask["id"], "name": ask["name"], "arguments": ask["arguments"],
                       "asked_by": n, "agent": call["agent"], "session": call["session"]}
                own = ask["name"].rpartition("-")[2]  # A framework may put a name space before the name.
                if own in OWN_TOOLS:
                    known = [each for each in told if each["name"] == own
                             and each["arguments"] == ask["arguments"]]
                    if not known:
                        self.wrong.append(f"{ask['name']} {json.dumps(ask['arguments'])} never ran")
                        continue
                    told.remove(known[0])
                    run.update(output=known[0].get("output"), error=known[0].get("error"))
                runs.append(run)
        self.wrong += [f"{each['name']} ran without being asked for" for each in told]
        return runs


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        script = self.server.script
        try:
            request = json.loads(body)
        except ValueError:
            return self.reply(400, b'{"error":{"message":"no JSON"}}')
        path = self.path.partition("?")[0]
        if path == "/begin":
            return self.reply(200, json.dumps({"prompt": script.begin(request)}).encode())
        if path == "/tool":
            with script.lock:
                script.tools.append(request)
            return self.reply(200, b"{}")
        for api, speak in wire.APIS.items():
            if path.endswith(api):
                return self.speak(speak, script.answer(api.rpartition("/")[2], request), request)
        google = re.fullmatch(r".*/models/([^/:]+):(stream)?generatecontent", path, re.I)
        if google:
            request |= {"model": google[1], "stream": bool(google[2])}
            return self.speak(wire.Gemini, script.answer("generateContent", request), request)
        self.reply(404, b'{"error":{"message":"no such route"}}')

    def do_GET(self):
        self.reply(404, b'{"error":{"message":"no such route"}}')

    def speak(self, speak, row, request):
        if row["status"] != 200:
            kind = {400: "invalid_request_error", 503: "overloaded_error"}.get(row["status"], "server_error")
            text = {400: "the request is too long", 503: "the model is overloaded"}.get(
                row["status"], "the script is over")
            return self.reply(row["status"], json.dumps(
                {"type": "error", "error": {"type": kind, "code": kind, "message": text}}).encode(),
                **({"retry-after-ms": "10"} if row["status"] == 503 else {}))
        if row["stream"]:
            return self.reply(200, "".join(speak.stream(row, request)).encode(), "text/event-stream")
        self.reply(200, json.dumps(speak.whole(row)).encode())

    def reply(self, status, body, kind="application/json", **headers):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Model(served.Served):
    """The server of one case."""

    def __enter__(self):
        self.script = Script()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.script = self.script
        return super().__enter__()
