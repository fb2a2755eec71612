#include "formats/claude_code/started_by.h"

#include <algorithm>

#include "formats/common/records.h"
#include "model/json/json.h"

namespace hence {
namespace {

// Every line about an agent names it, and the first few say all.
constexpr int lines_max = 20;

std::string_view line_at(std::string_view text, std::size_t at) {
    const std::size_t before = text.rfind('\n', at);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    return text.substr(begin, std::min(text.find('\n', at), text.size()) - begin);
}

std::string call_of(Json line, std::string_view agent_id) {
    if (line["data"]["agentId"].string() == agent_id) {
        return line["parentToolUseID"].string().value_or("");
    }
    std::string call;
    if (line["toolUseResult"]["agentId"].string() == agent_id) {
        line["message"]["content"].each_element([&call](Json block) {
            call = block["tool_use_id"].string().value_or("");
            return call.empty();
        });
    }
    return call;
}

std::string type_in_call(Json line, std::string_view call) {
    std::string type;
    line["message"]["content"].each_element([&](Json block) {
        if (block["id"].string() == call) {
            type = block["input"]["subagent_type"].string().value_or("");
        }
        return type.empty();
    });
    return type;
}

// The first of the lines that hold a text for which `read` finds something.
template <typename Read>
std::string first_of_lines(std::string_view text, const std::string& holding, Read read) {
    std::size_t at = text.find(holding);
    for (int i = 0; i < lines_max && at != std::string_view::npos; ++i) {
        const std::string_view line = line_at(text, at);
        const Result<std::string> json = minify(line, record_depth_max);
        if (std::string found = json ? read(Json(*json)) : std::string(); !found.empty()) {
            return found;
        }
        at = text.find(holding, static_cast<std::size_t>(line.data() - text.data()) + line.size());
    }
    return {};
}

}  // namespace

std::string agent_type_in(std::string_view transcript, std::string_view agent_id) {
    const std::string names_agent = R"("agentId":")" + std::string(agent_id) + '"';
    return first_of_lines(transcript, names_agent, [&](Json line) {
        const std::string call = call_of(line, agent_id);
        return call.empty() ? std::string()
                            : first_of_lines(transcript, R"("id":")" + call + '"',
                                             [&](Json asked) { return type_in_call(asked, call); });
    });
}

}  // namespace hence
