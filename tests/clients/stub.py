"""A model for OpenAI's and Anthropic's clients, on a port of this machine: it follows a script.

It says "Hello". Asked with tools, it first calls the first of them. The models `broken` and `busy` refuse, and `torn` breaks
off in the middle of its stream.
"""
import http.server
import json
import re
import socket
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

RESPONSE = {
    "id": "r1", "object": "response", "created_at": 1, "status": "completed", "model": "gpt-x", "error": None,
    "incomplete_details": None, "instructions": None, "metadata": {}, "parallel_tool_calls": True, "temperature": 1.0,
    "tool_choice": "auto", "tools": [], "top_p": 1.0,
    "output": [{"type": "message", "id": "i1", "status": "completed", "role": "assistant",
                "content": [{"type": "output_text", "text": "Hello", "annotations": []}]}],
    "usage": {"input_tokens": 3, "output_tokens": 2, "total_tokens": 5, "input_tokens_details": {"cached_tokens": 0},
              "output_tokens_details": {"reasoning_tokens": 0}},
}


def told_in_pieces():
    """The events of a response that is streamed."""
    item, part = RESPONSE["output"][0], RESPONSE["output"][0]["content"][0]
    at = {"item_id": "i1", "output_index": 0, "content_index": 0}
    events = [
        {"type": "response.created", "response": {**RESPONSE, "status": "in_progress", "output": [], "usage": None}},
        {"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": []}},
        {"type": "response.content_part.added", **at, "part": {**part, "text": ""}},
        {"type": "response.output_text.delta", **at, "delta": "Hel", "logprobs": []},
        {"type": "response.output_text.delta", **at, "delta": "lo", "logprobs": []},
        {"type": "response.output_text.done", **at, "text": "Hello", "logprobs": []},
        {"type": "response.content_part.done", **at, "part": part},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": RESPONSE},
    ]
    return [{**event, "sequence_number": number} for number, event in enumerate(events)]


def with_call(request):
    """An answer that calls the first tool, in the form that the request asks for."""
    tool = request["tools"][0]
    if "function" in tool:
        call = {"id": "call_1", "type": "function",
                "function": {"name": tool["function"]["name"], "arguments": '{"city":"Paris"}'}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        return {**COMPLETION, "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    call = {"type": "tool_use", "id": "call_1", "name": tool["name"], "input": {"city": "Paris"}}
    return {**MESSAGE, "content": [{"type": "text", "text": "I look."}, call], "stop_reason": "tool_use"}


def pieces_with_call(request):
    """The same, in chunks of a chat."""
    name = request["tools"][0]["function"]["name"]
    call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": name, "arguments": '{"city":'}}
    rest = {"index": 0, "function": {"arguments": '"Paris"}'}}
    first, last, usage = CHUNKS
    return [{**first, "choices": [{"index": 0, "delta": {"role": "assistant", "tool_calls": [call]}, "finish_reason": None}]},
            {**last, "choices": [{"index": 0, "delta": {"tool_calls": [rest]}, "finish_reason": "tool_calls"}]}, usage]


def has_result(request):
    return any(one.get("role") == "tool" or isinstance(one.get("content"), list) and
               any(part.get("type") == "tool_result" for part in one["content"] if isinstance(part, dict))
               for one in request["messages"])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(request)
        chat, responses = "chat" in self.path, self.path.endswith("/responses")
        calls = request.get("tools") and not responses and not has_result(request)
        if request["model"] == "broken":
            self.answer(400, "application/json", json.dumps({"error": {"message": "no such model"}}))
        elif request["model"] == "busy":
            self.answer(429, "application/json", json.dumps({"error": {"message": "too many requests"}}))
        elif not request.get("stream"):
            said = RESPONSE if responses else COMPLETION if chat else MESSAGE
            self.answer(200, "application/json", json.dumps(with_call(request) if calls else said))
        elif chat:
            pieces = pieces_with_call(request) if calls else CHUNKS
            self.stream([f"data: {json.dumps(one)}\n\n" for one in pieces] + ["data: [DONE]\n\n"], request)
        else:
            pieces = told_in_pieces() if responses else EVENTS
            self.stream([f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in pieces], request)

    def stream(self, pieces, request):
        """Piece by piece; the model `torn` ends it after the first words, and hangs up."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number, piece in enumerate(pieces):
            if request["model"] == "torn" and number == len(pieces) - 2:
                self.wfile.flush()
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            body = self.named(piece).encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(body), body))
        self.wfile.write(b"0\r\n\r\n")

    def named(self, text):
        """Each answer has an id of its own, as with a real model."""
        return re.sub(r'"id": "([cmr])1"', rf'"id": "\g<1>{len(self.server.requests)}"', text)

    def answer(self, status, kind, text):
        body = self.named(text).encode()
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
