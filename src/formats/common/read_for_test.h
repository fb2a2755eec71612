// Reads a text as one format, for tests: whole, or line by line.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/reader.h"
#include "hence/event.h"
#include "hence/store.h"

namespace hence {

using MakeReader = std::unique_ptr<Reader> (*)(const ReadOptions&);

struct ReadText {
    std::vector<Event> events;
    std::vector<Refused> refused;
    std::vector<std::uint64_t> lines;  // Of the events.
    std::vector<Event> unfinished;     // What the end of the text cut off.
    std::uint64_t pending = 0;         // These, and what could not be told at all.

    void add(const Batch& batch) {
        for (const Incoming& incoming : batch.events) {
            if (incoming.event.has(Flag::unfinished)) {
                unfinished.push_back(incoming.event);
                ++pending;
                continue;
            }
            events.push_back(incoming.event);
            lines.push_back(incoming.line);
        }
        refused.insert(refused.end(), batch.refused.begin(), batch.refused.end());
    }

    // All that was read, a line for each.
    std::string told() const {
        std::string told;
        for (const Event& event : events) {
            told += event.to_json() + '\n';
        }
        for (const Refused& each : refused) {
            told += std::to_string(each.line) + ": " + each.reason + '\n';
        }
        return told;
    }

    // The events of that kind.
    std::vector<Event> of_kind(std::string_view kind) const {
        std::vector<Event> found;
        for (const Event& event : events) {
            if (event.kind() == kind) {
                found.push_back(event);
            }
        }
        return found;
    }
};

inline ReadText read_whole(Reader& reader, std::string_view text) {
    ReadText read;
    Batch batch;
    reader.take(text, 1, batch);
    read.pending = reader.finish(batch);
    read.add(batch);
    return read;
}
inline ReadText read_whole(MakeReader make, std::string_view text) {
    return read_whole(*make({}), text);
}

// Each line in a text of its own, which is gone when the next one comes.
inline ReadText read_by_lines(MakeReader make, std::string_view text) {
    const std::unique_ptr<Reader> reader = make({});
    ReadText read;
    for (std::uint64_t line = 1; !text.empty(); ++line) {
        const std::size_t end = text.find('\n');
        const auto one = std::make_unique<std::string>(text.substr(0, end));
        Batch batch;
        reader->take(*one, line, batch);
        read.add(batch);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    Batch last;
    read.pending = reader->finish(last);
    read.add(last);
    return read;
}

}  // namespace hence
