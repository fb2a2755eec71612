#include "formats/claude_code/line.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "base/ascii.h"
#include "formats/common/foreign.h"

namespace hence {
namespace {

// Ids of parts are longer.
constexpr std::size_t id_bytes_max = 200;
constexpr std::size_t session_bytes_max = 1'024;

std::size_t text_size(Json value) {
    return value.is_string() ? value.raw().size() - 2 : 0;
}

bool begins_with_any(std::string_view text, std::span<const std::string_view> beginnings) {
    return std::ranges::any_of(
        beginnings, [text](std::string_view beginning) { return text.starts_with(beginning); });
}

std::string_view between(std::string_view text, std::string_view open, std::string_view close) {
    const std::size_t begin = text.find(open);
    if (begin == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = text.substr(begin + open.size());
    const std::size_t end = rest.find(close);
    return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

bool is_text(Json block) {
    return block["type"].string() == "text" && block["text"].is_string();
}

// Text that the program writes around a prompt stands between such tags.
constexpr std::array<std::string_view, 5> program_tags{"system-reminder", "ide_opened_file",
                                                       "ide_selection", "ide_diagnostics",
                                                       "user-prompt-submit-hook"};

std::string_view without_tag_in_front(std::string_view text) {
    for (const std::string_view tag : program_tags) {
        const std::string open = fmt::format("<{}>", tag);
        const std::string close = fmt::format("</{}>", tag);
        const std::size_t end = text.starts_with(open) ? text.find(close) : std::string_view::npos;
        if (end != std::string_view::npos) {
            return text.substr(end + close.size());
        }
    }
    return text;
}

std::string_view without_tag_behind(std::string_view text) {
    for (const std::string_view tag : program_tags) {
        const std::size_t begin = text.ends_with(fmt::format("</{}>", tag))
                                      ? text.rfind(fmt::format("<{}>", tag))
                                      : std::string_view::npos;
        if (begin != std::string_view::npos) {
            return text.substr(0, begin);
        }
    }
    return text;
}

}  // namespace

Result<ClaudeLine> ClaudeLine::from(Json json, std::uint64_t number) {
    ClaudeLine line{.json = json, .number = number};
    line.type = json["type"].string().value_or("");
    if (line.type.empty()) {
        return Error{Code::invalid, "type is missing"};
    }
    if (const Json time = json["timestamp"]; time.present()) {
        const std::optional<std::string> known = time_from(time);
        if (!known) {
            return Error{Code::invalid, "timestamp is no time"};
        }
        line.time = *known;
    }
    const auto text = [json](std::string_view name) { return json[name].string().value_or(""); };
    line.uuid = text("uuid");
    for (const std::string_view name : {"parentUuid", "logicalParentUuid", "leafUuid"}) {
        line.parent_uuid = line.parent_uuid.empty() ? text(name) : line.parent_uuid;
    }
    line.session = json["forkedFrom"]["sessionId"].string().value_or("");
    if (line.session.empty()) {
        line.session = text("sessionId");
    }
    line.prompt_id = text("promptId");
    line.agent_id = text("agentId");
    line.sidechain = json["isSidechain"].boolean().value_or(false);
    const std::size_t longest =
        std::max({line.uuid.size(), line.parent_uuid.size(), line.agent_id.size(),
                  line.prompt_id.size(), text_size(json["message"]["id"])});
    if (longest > id_bytes_max || line.session.size() > session_bytes_max) {
        return Error{Code::invalid, "an id is too long"};
    }
    line.id = line.uuid.empty() ? derived_id(line.time, {claude_code_name, json.raw()}) : line.uuid;
    return line;
}

std::string answer_id(const ClaudeLine& line) {
    const std::string id = line.json["message"]["id"].string().value_or("");
    return id.empty() ? part_id(line, "answer") : derived_id(Time(), {claude_code_name, id});
}

std::string part_id(const ClaudeLine& line, std::string_view part) {
    return derived_id(Time(), {claude_code_name, line.id, part});
}

std::string block_id(const ClaudeLine& line, std::size_t index) {
    return index == 0 ? line.id : part_id(line, std::to_string(index));
}

std::string milliseconds_between(const std::string& begin, const std::string& end) {
    const Result<Time> from = parse_time(begin);
    const Result<Time> to = parse_time(end);
    std::string text;
    if (from && to && *to >= *from) {
        const double nanos = static_cast<double>(to->nanos) - static_cast<double>(from->nanos);
        append_number(text, static_cast<double>(to->seconds - from->seconds) * 1e3 + nanos / 1e6);
    }
    return text;
}

Result<void> check_content(Json content) {
    if (content.is_string() || content.is_array()) {
        return {};
    }
    return Error{Code::invalid, "message.content is neither a text nor a list of blocks"};
}

std::string_view users_words(std::string_view text) {
    constexpr int tags_max = 1'000;
    std::string_view words = trimmed(text);
    bool cut = false;
    for (int i = 0; i < tags_max; ++i) {
        const std::string_view less =
            trimmed(without_tag_behind(trimmed(without_tag_in_front(words))));
        if (less.size() == words.size()) {
            break;
        }
        words = less;
        cut = true;
    }
    return cut ? words : text;
}

ClaudeSaid what_was_said(const ClaudeLine& line, std::string_view text) {
    static constexpr std::array<std::string_view, 4> notes{
        "<command-name>", "<local-command-", "<bash-",
        "Caveat: The messages below were generated by"};
    if (line.json["isCompactSummary"].boolean().value_or(false)) {
        return ClaudeSaid::summary;
    }
    if (text.starts_with("[Request interrupted by user")) {
        return ClaudeSaid::interrupted;
    }
    if (text.starts_with("<task-notification>")) {
        return ClaudeSaid::notification;
    }
    const bool meta = line.json["isMeta"].boolean().value_or(false);
    const std::string_view words = users_words(text);
    const bool programs = begins_with_any(words, notes) || (words.empty() && !text.empty());
    return meta || programs ? ClaudeSaid::note : ClaudeSaid::prompt;
}

std::string claude_text(Json content) {
    if (content.is_string()) {
        return content.string().value_or("");
    }
    std::string text;
    content.each_element([&text](Json block) {
        if (is_text(block)) {
            text += text.empty() ? "" : "\n";
            text += block["text"].string().value_or("");
        }
        return true;
    });
    return text;
}

std::string as_typed(std::string_view text) {
    constexpr std::string_view mark = "<command-message>";
    const std::string_view name = between(text, "<command-name>", "</command-name>");
    if (!text.starts_with(mark) || name.empty()) {
        return std::string(text);
    }
    const std::string_view arguments = between(text, "<command-args>", "</command-args>");
    return std::string(name) + (arguments.empty() ? "" : " ") + std::string(arguments);
}

std::string claude_output(Json content) {
    if (!content.is_array()) {
        return std::string(content.present() ? content.raw() : std::string_view());
    }
    bool only_text = true;
    content.each_element([&only_text](Json block) { return only_text = is_text(block); });
    std::string out;
    if (only_text) {
        append_token(out, claude_text(content));
        return out;
    }
    content.each_element([&out](Json block) {
        out += out.empty() ? '[' : ',';
        out += block.raw();
        return true;
    });
    return out + ']';
}

bool declined_by_user(std::string_view text) {
    static constexpr std::array<std::string_view, 2> beginnings{
        "The user doesn't want to proceed with this tool use",
        "The user doesn't want to take this action right now"};
    return begins_with_any(text, beginnings);
}

bool denied_by_rule(std::string_view text) {
    return text.starts_with("Permission to use ") && text.find("denied") != std::string_view::npos;
}

bool wants_to_clarify(std::string_view text) {
    return text.find("the user said:\nThe user wants to clarify these questions") !=
           std::string_view::npos;
}

std::string answer_before_clarifying(std::string_view text, const std::string& question) {
    const std::string mark = "- \"" + question + "\"\n  Answer: ";
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view answer = text.substr(at + mark.size());
    return std::string(answer.substr(0, answer.find("\n- \"")));
}

// The program may add a note of its own behind what the user said.
std::string why_declined(std::string_view text) {
    constexpr std::string_view said = "the user said:\n";
    constexpr std::string_view note = "\n\nNote: The user's next message may contain";
    const std::size_t at = text.find(said);
    if (at == std::string_view::npos || wants_to_clarify(text)) {
        return {};
    }
    const std::string_view words = text.substr(at + said.size());
    return std::string(words.substr(0, words.find(note)));
}

}  // namespace hence
