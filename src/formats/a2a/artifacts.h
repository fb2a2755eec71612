// Artifacts of A2A that come in chunks, until they are whole.
//
// Chunks are joined because an event cannot be changed once it is stored. An artifact is told with
// its last chunk or with the end of its task; one that grows beyond a limit is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

struct A2aArtifact {
    std::string id;
    std::string head;   // The artifact as it first came: JSON.
    std::string parts;  // Of all chunks: a JSON list.
    std::uint64_t line = 0;
    bool too_large = false;  // A chunk of it was refused, so it will never be whole.
};

class A2aArtifacts {
public:
    struct Limits {
        std::size_t open_max = 1'000;
        std::size_t bytes_max = 16 << 20;  // Of one: no event is larger.
        std::size_t all_bytes_max = 64 << 20;
    };
    explicit A2aArtifacts(Limits limits) : limits_(limits) {}

    // Takes one update. The artifact, if that was its last chunk. Fails with limit, as do all
    // further chunks of that artifact.
    Result<std::optional<A2aArtifact>> take(const std::string& task, Json update,
                                            A2aArtifact begun);
    // All of a task's that are open, since the task is over.
    std::vector<A2aArtifact> close(const std::string& task);
    // Forgets one: it is known whole.
    void forget(const std::string& task, const std::string& id);

    std::uint64_t open() const { return open_.size(); }

private:
    using Open = std::map<std::pair<std::string, std::string>, A2aArtifact>;

    Result<void> append(A2aArtifact& artifact, Json parts);
    A2aArtifact take_out(Open::iterator at);

    Limits limits_;
    Open open_;
    std::size_t bytes_ = 0;  // Of all parts.
};

// The content of an artifact without its division into parts: the same for the whole artifact as
// for its joined chunks.
std::string a2a_content(Json parts);

}  // namespace hence
