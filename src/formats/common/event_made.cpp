#include "formats/common/event_made.h"

#include <cstring>
#include <memory>
#include <utility>

#include "model/event_rules.h"
#include "model/json/json_scanner.h"

namespace hence {
namespace {

struct MadeEvent {
    EventBody body;
    std::unique_ptr<char[]> text;
};

// Visits every view of a body.
template <class Body, class Visit>
void each_part(Body& body, const Visit& visit) {
    visit(body.kind);
    for (auto* const text :
         {&body.id, &body.agent, &body.session, &body.run, &body.parent, &body.correlation}) {
        visit(text->text);
        visit(text->raw);
    }
    for (auto& cause : body.causes) {
        visit(cause);
    }
    for (auto& raw : body.causes_raw) {
        visit(raw);
    }
    visit(body.iteration);
    visit(body.duration_ms);
    visit(body.rationale);
    visit(body.fields);
}

std::size_t size_of(const EventBody& parts) {
    std::size_t size = 0;
    each_part(parts, [&size](std::string_view part) { size += part.size(); });
    return size;
}

}  // namespace

Event made_event(const EventBody& parts, std::string_view source, std::uint8_t flags) {
    const auto made = std::make_shared<MadeEvent>();
    made->body = parts;
    made->body.owner = nullptr;
    made->text = std::make_unique_for_overwrite<char[]>(size_of(parts));
    char* at = made->text.get();
    each_part(made->body, [&at](std::string_view& part) {
        if (!part.empty()) {
            std::memcpy(at, part.data(), part.size());
            part = {at, part.size()};
            at += part.size();
        } else {
            part = {};
        }
    });
    return Event(std::shared_ptr<const EventBody>(made, &made->body), source, flags);
}

bool needs_no_escape(std::string_view text) {
    bool special = false;
    bool ascii = true;
    for (const char c : text) {
        special |= static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
        ascii &= static_cast<unsigned char>(c) < 0x80;
    }
    return !special && (ascii || !not_utf8(text));
}

// Texts without an escape print as they are, and what stands around them takes a few bytes each.
bool surely_fits(const EventBody& parts) {
    constexpr std::size_t around = 1024;
    constexpr std::size_t around_cause = 3;
    return size_of(parts) + around + around_cause * parts.causes.size() <= event_size_max;
}

}  // namespace hence
