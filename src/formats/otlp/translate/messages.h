// Messages to and from a model, in whatever shape a framework writes them: roles, texts, reasoning,
// tool calls and their results.
//
// The shapes of OpenAI, Anthropic, Google, LangChain and others are told apart by the names of
// their members. Messages stay the emitter's own objects in the event; only a value that is no
// object is made one. Nothing here fails: a part that is not understood has the type `other`.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "model/json/json.h"

namespace hence {

struct MessagePart {
    enum class Type : std::uint8_t { text, reasoning, tool_call, tool_result, other };

    Type type = Type::other;
    std::string text = {};     // Of text and reasoning.
    std::string call_id = {};  // Of a call and its result; empty: not said.
    std::string name = {};     // The tool's.
    Json value = {};           // The arguments, or the result.
    bool plain = false;        // Says nothing besides.
    bool failed = false;       // A result that says so.
};

struct ChatMessage {
    std::string role = {};
    std::string finish_reason = {};
    std::vector<MessagePart> parts = {};
    bool plain = false;  // Its text and role are all that it says.
};

// The messages in one value. Views the value, and what was kept.
struct Chat {
    std::vector<Json> elements = {};
    bool recognised = false;  // It has the shape of messages, or is a text.
    bool whole = false;       // There is nothing in the value besides.
    bool of_items = false;    // Each call and each result was an item of its own.

    bool empty() const { return elements.empty(); }
    // A list, in which each message says who speaks.
    std::string to_json(std::string_view role) const;
};

// Of a list, each element; of an object that holds a list (`messages`, `contents`, `choices`, …),
// those; of anything else, one message of the role `role`.
Chat chat_in(Json value, std::string_view role, std::deque<std::string>& kept);

ChatMessage read_message(Json json, std::string_view role_else, std::deque<std::string>& kept);

// The message as an object of its own that says who speaks: without the wrapping of a constructor,
// and with its role if it does not state one.
std::string spoken(Json element, std::string_view role_else);

// The texts, one to a line. Of reasoning: not those.
std::string text_of(const ChatMessage& message);
bool calls_tools(const ChatMessage& message);
bool returns_results(const ChatMessage& message);

// A message of our own making: {"role":…,"content":…}.
std::string message_json(std::string_view role, Json content);

}  // namespace hence
