// Where somebody stands in the record, small enough to travel to another thread, process or
// machine.
//
// A child process that records with the handoff of its parent continues the same session, run and
// chain of causes. The text form is versioned and safe in an environment variable and an HTTP
// header; a reader passes over parts that it does not know.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hence/result.h"

namespace [[gnu::visibility("default")]] hence {

// What everything that is recorded from here on carries. Empty: absent.
struct Handoff {
    std::string agent = {};
    std::string session = {};
    std::string run = {};
    std::string correlation = {};
    std::string parent = {};  // The event that all of it happens because of.
    std::optional<std::int64_t> iteration = {};

    // "hence1;agent=reviewer;session=s1;parent=0195...": printable ASCII without blanks, fit for an
    // environment variable or an HTTP header.
    std::string to_string() const;
    // Reads what to_string wrote; parts it does not know are passed over. Fails with invalid, and
    // with unsupported when a newer version wrote it.
    static Result<Handoff> parse(std::string_view text);

    friend bool operator==(const Handoff&, const Handoff&) = default;
};

// The name under which a parent process hands it to its child, by convention.
inline constexpr const char* handoff_variable = "HENCE_HANDOFF";
inline constexpr const char* handoff_header = "Hence-Handoff";

}  // namespace hence
