// Any bytes as an expression: it is refused with a message, or it can be asked.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "model/where/where.h"

namespace {

// An event with everything, and one with as little as there may be.
const hence::Event& full() {
    static const hence::Event event =
        hence::Event::parse(
            R"({"id":"e\u00e9","kind":"tool_call","time":"2026-02-23T10:00:01.000Z","agent":"a",)"
            R"("session":"s","run":"r","parent":"p","causes":["c","\ud800"],"correlation":"k",)"
            R"("iteration":1,"duration_ms":45,"rationale":{"why":"w","refs":["obs:1"]},)"
            R"("fields":{"a":{"b":[1,-2.50,"x",null,true,{}]},"":0},"source":"native",)"
            R"("flags":["derived"]})")
            .take()
            .stored_as(7, {});
    return event;
}

const hence::Event& bare() {
    static const hence::Event event =
        hence::Event::parse(R"({"kind":"x","time":"2026-02-23T10:00:01Z"})").take();
    return event;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const hence::Result<hence::Where> where = hence::Where::parse(text);
    if (!where) {
        if (where.error().message.empty() || where.error().hint.empty()) {
            std::abort();
        }
        return 0;
    }
    // Asking twice gives the same answer.
    if (where->matches(full()) != where->matches(full())) {
        std::abort();
    }
    where->matches(bare());
    return 0;
}
