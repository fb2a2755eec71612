"""A model for OpenAI's and Anthropic's clients, on a port of this machine: it always says the same."""
import http.server
import json
import threading

CHUNKS = [
    {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-x",
     "choices": [{"index": 0, "delta": {"role": "assistant", "content": "Hel"}, "finish_reason": None}]},
    {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-x",
     "choices": [{"index": 0, "delta": {"content": "lo"}, "finish_reason": "stop"}]},
    {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-x", "choices": [],
     "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}},
]
COMPLETION = {
    "id": "c1", "object": "chat.completion", "created": 1, "model": "gpt-x",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hello"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
}
MESSAGE = {
    "id": "m1", "type": "message", "role": "assistant", "model": "claude-x", "stop_sequence": None,
    "content": [{"type": "text", "text": "Hello"}], "stop_reason": "end_turn",
    "usage": {"input_tokens": 3, "output_tokens": 2},
}
EVENTS = [
    {"type": "message_start", "message": {**MESSAGE, "content": [], "stop_reason": None,
                                          "usage": {"input_tokens": 3, "output_tokens": 1}}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hel"}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "lo"}},
    {"type": "content_block_stop", "index": 0},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None},
     "usage": {"output_tokens": 2}},
    {"type": "message_stop"},
]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(request)
        chat = "chat" in self.path
        if request["model"] == "broken":
            self.answer(400, "application/json", json.dumps({"error": {"message": "no such model"}}))
        elif not request.get("stream"):
            self.answer(200, "application/json", json.dumps(COMPLETION if chat else MESSAGE))
        elif chat:
            text = "".join(f"data: {json.dumps(one)}\n\n" for one in CHUNKS) + "data: [DONE]\n\n"
            self.answer(200, "text/event-stream", text)
        else:
            text = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in EVENTS)
            self.answer(200, "text/event-stream", text)

    def answer(self, status, kind, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Model:
    """Counts what it was asked."""

    def __enter__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.requests = self.requests = []
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *args):
        self.server.shutdown()
        self.server.server_close()
