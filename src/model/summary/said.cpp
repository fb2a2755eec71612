#include "model/summary/said.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "model/json/members.h"
#include "model/kinds.h"
#include "model/rationale/rationale.h"
#include "model/summary/envelope.h"

namespace hence {
namespace {

enum class Part : std::uint8_t { text, thinking };

constexpr std::array<std::string_view, 2> wrappers = {"message", "delta"};
constexpr std::array<std::string_view, 4> lists = {"content", "parts", "messages", "choices"};
constexpr std::array<std::string_view, 4> thinking_names = {"thinking", "reasoning_content",
                                                            "reasoning", "thought"};
// Answers nest: a list of messages of lists of parts. Nothing real nests deeper.
constexpr int depth_max = 5;

void add(std::string& out, std::string_view text) {
    if (!text.empty()) {
        out += out.empty() ? "" : "\n";
        out += text;
    }
}

// A text in two parts: open models begin it with their thinking, in <think> and </think>.
struct Parts {
    std::string_view thought = {};
    std::string_view said = {};
};

Parts parts_of(std::string_view text) {
    constexpr std::string_view blank = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(blank);
    for (const std::string_view name : {"think>", "thinking>"}) {
        if (begin == text.npos || text[begin] != '<' || !text.substr(begin + 1).starts_with(name)) {
            continue;
        }
        const std::string_view inner = text.substr(begin + 1 + name.size());
        const std::size_t end = inner.find("</" + std::string(name));
        if (end == inner.npos) {
            return {.thought = inner};
        }
        std::string_view said = inner.substr(end + 2 + name.size());
        said.remove_prefix(std::min(said.find_first_not_of(blank), said.size()));
        return {inner.substr(0, end), said};
    }
    return {.said = text};
}

// What is left to look at, the next one last. No recursion: the record may nest as it likes.
struct Rest {
    Json value;
    int depth;
};

bool is_thinking(std::string_view type) {
    return type == "thinking" || type == "reasoning" || type == "redacted_thinking" ||
           type == "summary_text" || type == "reasoning_text";
}

bool is_other(std::string_view type, std::string_view role) {
    return type == "tool_use" || type == "tool_call" || type == "function_call" ||
           type == "tool_result" || type == "human" || role == "tool" || role == "user" ||
           role == "system" || role == "developer";
}

class Words {
public:
    explicit Words(Part wanted) : wanted_(wanted) {}

    std::string in(Json answer) {
        rest_.push_back({answer, 0});
        while (!rest_.empty()) {
            const Rest next = rest_.back();
            rest_.pop_back();
            look(next.value, next.depth);
        }
        return std::move(out_);
    }

private:
    void look(Json value, int depth) {
        if (value.is_string()) {
            add_text(value);
            return;
        }
        if (depth > depth_max) {
            return;
        }
        if (value.is_array()) {
            push_elements(value, depth);
        } else if (value.is_object()) {
            look_at_object(value, depth);
        }
    }

    void add_text(Json value) {
        const JsonString text(value);
        const Parts parts = parts_of(text.view());
        add(out_, wanted_ == Part::text ? parts.said : parts.thought);
    }

    void push_elements(Json list, int depth) {
        std::vector<Json> elements;
        list.each_element([&](Json element) {
            elements.push_back(element);
            return true;
        });
        for (auto element = elements.rbegin(); element != elements.rend(); ++element) {
            rest_.push_back({*element, depth + 1});
        }
    }

    void look_at_object(Json object, int depth) {
        const std::string type = object["type"].string().value_or("");
        const std::string role = object["role"].string().value_or("");
        if (is_other(type, role)) {
            return;
        }
        if (wanted_ == Part::thinking) {
            for (const std::string_view name : thinking_names) {
                add(out_, object[name].string().value_or(""));
            }
        }
        if (is_thinking(type) || object["thought"].boolean().value_or(false)) {
            if (wanted_ == Part::thinking) {
                add(out_, object["text"].string().value_or(""));
            }
            return;
        }
        if (const Json inner = within_envelope(object);
            inner.is_object() || inner.is_array() || inner.is_string()) {
            rest_.push_back({inner, depth + 1});
            return;
        }
        add_text(object["text"]);
        add_text(object["output_text"]);
        for (const std::span<const std::string_view> names :
             {std::span<const std::string_view>(lists),
              std::span<const std::string_view>(wrappers)}) {
            for (const std::string_view name : names) {
                if (const Json inner = object[name]; inner.present()) {
                    rest_.push_back({inner, depth + 1});
                }
            }
        }
    }

    Part wanted_;
    std::string out_;
    std::vector<Rest> rest_;
};

}  // namespace

Json within_envelope(Json object) {
    const std::string type = object["type"].string().value_or("");
    if (type == "constructor") {
        return object["kwargs"];
    }
    if (type == "tool" || type == "ai" || type == "AIMessageChunk" || type == "function") {
        return object["data"];
    }
    std::size_t members = 0;
    object.each_member([&](std::string_view, Json) { return ++members < 2; });
    return members == 1 ? object["output"] : Json();
}

std::string said_in(Json answer) {
    std::string said = answer.is_string() ? std::string(parts_of(JsonString(answer).view()).said)
                                          : Words(Part::text).in(answer);
    // A block that states the reasons for a call is for the record, and no part of the sentence.
    return said.find("<rationale") == std::string::npos ? said : without_rationale_blocks(said);
}

std::string thought_in(Json answer) {
    return Words(Part::thinking).in(answer);
}

std::string said_by(const Event& model_call) {
    if (model_call.kind() != Kind::llm_call) {
        return {};
    }
    const Json completion = Json(model_call.fields())["completion"];
    std::string said = said_in(completion);
    return said.empty() ? thought_in(completion) : said;
}

}  // namespace hence
