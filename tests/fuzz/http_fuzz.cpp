// Any bytes as HTTP requests on a connection: each is understood or refused, the same however it
// was cut, and none can hide behind another.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "server/http/reader.h"

namespace {

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// What a connection understands, one line to a request.
std::string understood(std::string_view text, std::size_t piece) {
    std::string told;
    std::string pending;
    auto reader = std::make_unique<hence::HttpReader>();
    bool in_body = false;
    while (true) {
        std::size_t used = 0;
        std::optional<hence::HttpRefusal> refusal;
        if (!in_body && !pending.empty()) {
            refusal = reader->read_head(pending, used);
            require(used <= pending.size());
            pending.erase(0, used);
            in_body = used > 0 && !refusal;
        }
        if (in_body) {
            std::string_view rest = pending;
            refusal = reader->read_body(rest);
            pending.erase(0, pending.size() - rest.size());
        }
        if (refusal) {
            require(refusal->status >= 400 && !refusal->error.message.empty());
            return told + "refused " + std::to_string(refusal->status);
        }
        if (in_body && reader->done()) {
            const hence::HttpHead& head = reader->head();
            require(head.version < 11 || head.request.headers.contains("host"));
            require(head.chunked || head.length == reader->body().size());
            told += head.request.method + " " + hence::target_of(head.request) + " " +
                    std::to_string(reader->body().size()) + "\n";
            reader = std::make_unique<hence::HttpReader>();
            in_body = false;
            continue;
        }
        if (text.empty()) {
            return told;
        }
        pending += text.substr(0, piece);
        text.remove_prefix(std::min(piece, text.size()));
    }
}

}  // namespace

// The first byte says how the rest is cut.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    require(understood(text, text.size() + 1) == understood(text, std::size_t{data[0]} + 1));
    return 0;
}
