// Any bytes as messages of the Model Context Protocol, one a line: each is answered by one line of
// JSON that says whose answer it is, or, if nothing asked, by nothing.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "hence/store.h"
#include "model/json/json.h"
#include "server/mcp/mcp.h"

namespace {

void expect(bool true_thing) {
    if (!true_thing) {
        std::abort();
    }
}

void check(const std::string& answer) {
    if (answer.empty()) {
        return;
    }
    expect(answer.find('\n') == std::string::npos);
    const hence::Result<std::string> valid = hence::minify(answer, 128);
    expect(static_cast<bool>(valid));
    const hence::Json message(*valid);
    expect(message["jsonrpc"].string() == "2.0");
    expect(!message["id"].raw().empty());
    expect(message["result"].is_object() != message["error"].is_object());
    const hence::Json result = message["result"];
    if (result["structuredContent"].is_object()) {
        expect(result["content"].at(0)["text"].string() == result["structuredContent"].raw());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    const std::unique_ptr<hence::Store> store = hence::open_memory_store();
    hence::McpOptions options;
    options.inject = hence::Injection::every_iteration;
    hence::McpEra era = hence::McpEra::unknown;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        check(hence::answer_mcp({.store = store.get()}, line, options, era).text);
        check(hence::answer_mcp({}, line, options, era).text);
        const auto read = hence::read_message(line);
        if (const auto* message = std::get_if<hence::McpMessage>(&read)) {
            era = hence::era_after(*message, era);
        }
    }
    return 0;
}
