// Claude Code writes `user_prompt` where others write `claude_code.user_prompt`, and puts the whole
// name into the body; older emitters of any kind put theirs into an attribute.
#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "formats/otlp/conventions/hence_fields.h"
#include "formats/otlp/translate/log_in_progress.h"

namespace hence {
namespace {

constexpr std::string_view claude = "claude_code.";
constexpr std::string_view codex = "codex.";
constexpr std::array known_prefixes = {claude, codex, std::string_view("gen_ai."),
                                       std::string_view("hence.")};
constexpr std::size_t name_bytes_max = 256;

bool has_known_prefix(std::string_view name) {
    return std::ranges::any_of(known_prefixes,
                               [name](std::string_view each) { return name.starts_with(each); });
}

// A body that is nothing but a name.
std::string name_in_body(Json body) {
    std::string text = body.string().value_or("");
    const bool is = has_known_prefix(text) && text.size() <= name_bytes_max &&
                    text.find_first_of(" \t\r\n") == std::string::npos;
    return is ? text : std::string();
}

// Who says of itself to have sent it, for a name without prefix.
std::string_view emitter_of(const Origin& origin) {
    const std::string service = origin.resource["service.name"].string().value_or("");
    const auto is_of = [&](std::string_view scope, std::string_view name) {
        return origin.scope_name.find(scope) != std::string_view::npos || service.starts_with(name);
    };
    return is_of("claude_code", "claude-code") ? claude
           : is_of("codex", "codex")           ? codex
                                               : std::string_view();
}

// Who must have sent it: a name of theirs, with attributes of theirs.
std::string_view likely_emitter_of(const Attributes& attributes, std::string_view name) {
    if (attributes["conversation.id"].present() &&
        is_agent_record(fmt::format("{}{}", codex, name))) {
        return codex;
    }
    const bool numbered =
        attributes["event.sequence"].present() || attributes["prompt.id"].present();
    return numbered && attributes["session.id"].present() &&
                   is_agent_record(fmt::format("{}{}", claude, name))
               ? claude
               : std::string_view();
}

}  // namespace

std::string record_name(const LogRecord& record) {
    std::string in_body = name_in_body(record.body);
    std::string name(record.event_name);
    // Rust's tracing puts a line of source there: "event otel/src/events.rs:12".
    const std::string attribute = spelled(record.attributes["event.name"]);
    const bool source_line = name.starts_with("event ") && name.find(':') != std::string::npos;
    name = name.empty() || (source_line && !attribute.empty()) ? attribute : name;
    name = name.empty() ? in_body : name;
    if (name.empty() || has_known_prefix(name)) {
        return name;
    }
    if (in_body.ends_with("." + name)) {
        return in_body;
    }
    if (name.find('.') != std::string::npos) {
        return name;
    }
    const std::string_view known = emitter_of(*record.origin);
    return fmt::format("{}{}", known.empty() ? likely_emitter_of(record.attributes, name) : known,
                       name);
}

}  // namespace hence
