// Reads a text with a reader, whole or cut, and tells what came of it. For tests only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/formats.h"

namespace hence {

struct Reading {
    std::vector<std::string> events;   // "LINE JSON"
    std::vector<std::string> refused;  // "LINE REASON"
    std::vector<std::string> bytes;    // Of what was refused.
    std::uint64_t pending = 0;

    friend bool operator==(const Reading&, const Reading&) = default;
};

inline void tell(const Batch& batch, Reading& reading) {
    for (const Incoming& incoming : batch.events) {
        reading.events.push_back(std::to_string(incoming.line) + " " + incoming.event.to_json());
    }
    for (const Refused& refused : batch.refused) {
        reading.refused.push_back(std::to_string(refused.line) + " " + refused.reason);
        reading.bytes.push_back(refused.bytes);
    }
}

// The text comes in two parts; the second begins behind the end of a line.
inline Reading read_cut(const Format& format, std::string_view text, std::size_t at) {
    const std::unique_ptr<Reader> reader = format.reader({.source = "test"});
    Reading reading;
    std::uint64_t line = 1;
    for (const std::string_view part : {text.substr(0, at), text.substr(at)}) {
        Batch batch;
        // A copy, so that nothing can refer to it later.
        reader->take(std::string(part), line, batch);
        line += static_cast<std::uint64_t>(std::count(part.begin(), part.end(), '\n'));
        tell(batch, reading);
    }
    Batch rest;
    reading.pending = reader->finish(rest);
    tell(rest, reading);
    return reading;
}

inline Reading read_whole(const Format& format, std::string_view text) {
    return read_cut(format, text, text.size());
}

// With the format that the text begins like.
inline Reading read_detected(std::string_view text) {
    const Result<Format> format = choose_format({}, text);
    return format->is_native() ? Reading{{}, {"native"}, {}, 0} : read_whole(*format, text);
}

}  // namespace hence
