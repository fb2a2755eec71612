"""How a model's answer is spelled by each provider, whole and as a stream of server-sent events."""

import json

CREATED = 1767225600


def event(data, name=None):
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {data if isinstance(data, str) else json.dumps(data)}\n\n"


def arguments(ask):
    return json.dumps(ask["arguments"])


class Chat:
    """OpenAI's chat completions."""

    @staticmethod
    def usage(row):
        return {"prompt_tokens": row["prompt"], "completion_tokens": row["completion"],
                "total_tokens": row["prompt"] + row["completion"],
                "prompt_tokens_details": {"cached_tokens": row["cached"]},
                "completion_tokens_details": {"reasoning_tokens": row["reasoning"]}}

    @staticmethod
    def calls(row):
        return [{"id": ask["id"], "type": "function",
                 "function": {"name": ask["name"], "arguments": arguments(ask)}} for ask in row["asks"]]

    @staticmethod
    def head(row, kind):
        return {"id": row["id"], "object": kind, "created": CREATED, "model": row["model"]}

    @classmethod
    def whole(cls, row):
        calls = cls.calls(row)
        message = {"role": "assistant", "content": row["text"], **({"tool_calls": calls} if calls else {})}
        return {**cls.head(row, "chat.completion"), "usage": cls.usage(row),
                "choices": [{"index": 0, "message": message,
                             "finish_reason": "tool_calls" if calls else "stop"}]}

    @classmethod
    def stream(cls, row, request):
        head = cls.head(row, "chat.completion.chunk")

        def part(delta, reason=None):
            return event({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})
        yield part({"role": "assistant", "content": "" if row["text"] else None})
        for i, word in enumerate(row["text"].split(" ") if row["text"] else []):
            yield part({"content": word if not i else " " + word})
        for i, call in enumerate(cls.calls(row)):
            yield part({"tool_calls": [{"index": i, **call}]})
        yield part({}, "tool_calls" if row["asks"] else "stop")
        if (request.get("stream_options") or {}).get("include_usage"):
            yield event({**head, "choices": [], "usage": cls.usage(row)})
        yield event("[DONE]")


class Responses:
    """OpenAI's responses."""

    @staticmethod
    def items(row):
        items = [{"type": "function_call", "id": f"fc_{ask['id']}", "call_id": ask["id"],
                  "name": ask["name"], "arguments": arguments(ask), "status": "completed"}
                 for ask in row["asks"]]
        if row["text"]:
            items.append({"type": "message", "id": f"msg_{row['id']}", "role": "assistant",
                          "status": "completed", "content": [
                              {"type": "output_text", "text": row["text"], "annotations": []}]})
        return items

    @classmethod
    def whole(cls, row, items=None, status="completed"):
        return {"id": row["id"], "object": "response", "created_at": CREATED, "model": row["model"],
                "status": status, "error": None, "incomplete_details": None, "instructions": None,
                "output": cls.items(row) if items is None else items, "parallel_tool_calls": True,
                "tool_choice": "auto", "tools": [], "temperature": 1.0, "top_p": 1.0, "metadata": {},
                "usage": {"input_tokens": row["prompt"], "output_tokens": row["completion"],
                          "total_tokens": row["prompt"] + row["completion"],
                          "input_tokens_details": {"cached_tokens": row["cached"],
                                                   "cache_write_tokens": 0},
                          "output_tokens_details": {"reasoning_tokens": row["reasoning"]}}}

    @classmethod
    def stream(cls, row, request):
        number = iter(range(1000))

        def part(kind, **more):
            return event({"type": kind, "sequence_number": next(number), **more}, kind)
        started = {**cls.whole(row, [], "in_progress"), "usage": None}
        yield part("response.created", response=started)
        yield part("response.in_progress", response=started)
        for i, item in enumerate(cls.items(row)):
            at = {"output_index": i, "item_id": item["id"]}
            if item["type"] == "function_call":
                yield part("response.output_item.added", output_index=i,
                           item={**item, "arguments": "", "status": "in_progress"})
                yield part("response.function_call_arguments.delta", delta=item["arguments"], **at)
                yield part("response.function_call_arguments.done", arguments=item["arguments"],
                           name=item["name"], **at)
            else:
                text = item["content"][0]
                yield part("response.output_item.added", output_index=i,
                           item={**item, "content": [], "status": "in_progress"})
                yield part("response.content_part.added", content_index=0, part={**text, "text": ""}, **at)
                yield part("response.output_text.delta", content_index=0, delta=text["text"],
                           logprobs=[], **at)
                yield part("response.output_text.done", content_index=0, text=text["text"],
                           logprobs=[], **at)
                yield part("response.content_part.done", content_index=0, part=text, **at)
            yield part("response.output_item.done", output_index=i, item=item)
        yield part("response.completed", response=cls.whole(row))


class Messages:
    """Anthropic's messages."""

    @staticmethod
    def blocks(row):
        text = [{"type": "text", "text": row["text"]}] if row["text"] else []
        return text + [{"type": "tool_use", "id": ask["id"], "name": ask["name"],
                        "input": ask["arguments"]} for ask in row["asks"]]

    @staticmethod
    def usage(row):
        return {"input_tokens": row["prompt"] - row["cached"], "output_tokens": row["completion"],
                "cache_read_input_tokens": row["cached"], "cache_creation_input_tokens": 0}

    @classmethod
    def whole(cls, row):
        return {"id": row["id"], "type": "message", "role": "assistant", "model": row["model"],
                "content": cls.blocks(row), "stop_sequence": None, "usage": cls.usage(row),
                "stop_reason": "tool_use" if row["asks"] else "end_turn"}

    @classmethod
    def stream(cls, row, request):
        def part(kind, **more):
            return event({"type": kind, **more}, kind)
        whole = cls.whole(row)
        yield part("message_start", message={**whole, "content": [], "stop_reason": None,
                                             "usage": {**whole["usage"], "output_tokens": 1}})
        for i, block in enumerate(whole["content"]):
            if block["type"] == "text":
                yield part("content_block_start", index=i, content_block={**block, "text": ""})
                delta = {"type": "text_delta", "text": block["text"]}
            else:
                yield part("content_block_start", index=i, content_block={**block, "input": {}})
                delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            yield part("content_block_delta", index=i, delta=delta)
            yield part("content_block_stop", index=i)
        yield part("message_delta", delta={"stop_reason": whole["stop_reason"], "stop_sequence": None},
                   usage=whole["usage"])
        yield part("message_stop")


class Gemini:
    """Google's generateContent. An answer has no ids of its calls."""

    @staticmethod
    def whole(row):
        parts = [{"text": row["text"]}] if row["text"] else []
        parts += [{"functionCall": {"name": ask["name"], "args": ask["arguments"]}} for ask in row["asks"]]
        return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
                "modelVersion": row["model"], "responseId": row["id"], "usageMetadata": {
                    "promptTokenCount": row["prompt"], "candidatesTokenCount": row["completion"],
                    "cachedContentTokenCount": row["cached"], "thoughtsTokenCount": row["reasoning"],
                    "totalTokenCount": row["prompt"] + row["completion"] + row["reasoning"]}}

    @classmethod
    def stream(cls, row, request):
        yield event(cls.whole(row))


APIS = {"/chat/completions": Chat, "/responses": Responses, "/messages": Messages}
