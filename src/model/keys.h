// Under which keys an event is found: the one place that decides it, for every backend.
//
// An event is found by its session, run, agent, parent, causes, call ids, graph nodes and so on. If
// two backends decided this for themselves, the same question would have two answers. A key of two
// parts is joined with the length of the first ("5:hello..."), so that no two pairs give one key.
// When an event gets other keys than before, index_version in store/format/layout.h must rise, else
// old indexes would miss events. `Keys` is reused from event to event and allocates nothing in the
// usual case; it belongs to one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "hence/store.h"
#include "model/json/json.h"

namespace hence {

struct KeyView {
    Space space;
    std::string_view value;
};

// Reused from event to event, so that the hot path allocates nothing.
class Keys {
public:
    // The keys of `event`, each once. Views live until the next call or the event's end.
    const std::vector<KeyView>& of(const Event& event);

private:
    // A key whose value lies in scratch_.
    struct Scratched {
        std::size_t key;
        std::size_t begin;
        std::size_t size;
    };

    void add(Space space, std::string_view value);  // Nothing when it is empty.
    void add_scratch(Space space, std::size_t begin);
    void add_joined(Space space, std::string_view first, std::string_view second);
    void add_scoped(Space space, const Event& event, std::string_view name);
    void add_calls(const Event& event, Json call_ids);
    void add_refs(Json refs);
    void add_graph(const Event& event);
    void add_fields(const Event& event);
    void drop_repeats(std::size_t begin);  // Among the keys from there on.
    std::string_view text_of(Json value);  // Unescaped; empty when it is no string.

    std::vector<KeyView> keys_;
    std::vector<Scratched> scratched_;
    std::string scratch_;                       // Joined values.
    std::forward_list<std::string> unescaped_;  // Strings that were spelled with a backslash.
};

// What `event` adds to the summary row of `space` that it belongs to. Of an event that has no such
// key there is none. `failed_call` says apart whether it counts as a failed call, and under which
// (session, call_id) it must count only once.
struct SummaryPart {
    Summary summary;
    bool failed_call = false;     // Not in summary.errors yet.
    std::string failed_call_key;  // joined(session, call_id), or empty when it has no call_id.
};
SummaryPart summarize(const Event& event);

// What most stores have none of, a bit for each. A store notes the bits of all events that it ever
// took (Store::may_have), so that an answer need not look for what is not there.
using RareBits = std::uint8_t;
inline constexpr RareBits all_rare = 0xFF;  // Of a store that took no notes.
constexpr RareBits bit_of(Rare rare) {
    return static_cast<RareBits>(1U << static_cast<unsigned>(rare));
}
RareBits rare_in(const Event& event);

}  // namespace hence
