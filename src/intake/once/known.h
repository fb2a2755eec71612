// What a store knows of the runs that a request adds to, asked as seldom as possible.
//
// Most requests belong to runs that are new, so a run that the store has never seen is asked for
// once, and nothing else about it. Each scan reads at most 512 events. One request, one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/store.h"
#include "intake/once/call.h"

namespace hence {

class OtlpKnown {
public:
    // No scan reads more than this many events.
    static constexpr std::size_t looked_at_max = 512;

    explicit OtlpKnown(const Store& store) : store_(store) {}

    Result<bool> run_known(const std::string& run);
    Result<bool> session_known(const std::string& session);

    // Each of these is asked only of a run that is known.
    Result<std::optional<Event>> find(std::string_view id) const { return store_.find(id); }
    Result<std::vector<Event>> children(const std::string& id) const;
    // The events under (session, call_id), in this session and in every other of the run.
    struct CallName {
        const std::string& run;
        const std::string& session;
        std::string_view call_id;
    };
    Result<std::vector<Event>> named(Space space, const CallName& name);

    struct Window {
        Key key;
        std::uint64_t from_ns = 0;
        std::uint64_t to_ns = 0;
    };
    // The calls that began in that time, the last ones if there are too many.
    Result<std::vector<OtlpCall>> calls_in(const Window& window) const;

private:
    Result<const std::vector<std::string>*> sessions_of(const std::string& run);

    const Store& store_;
    ByText<std::vector<std::string>> sessions_;  // By run.
    ByText<bool> session_known_;
};

}  // namespace hence
