// Whether two calls that were recorded apart are one: the same request to a model, or the same use
// of a tool, seen by two instrumentations, or told by a span and by a log record.
//
// Two instrumentations share no id, so sameness is decided by evidence: the same answer (response
// id, call ids or text), at the same time within a slack, in the same run or session, and from two
// different senders. The same sender twice means two calls. All pairs would take quadratic time, so
// each call names meeting points, and only calls that share one are compared.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/event.h"
#include "intake/once/arrival.h"

namespace hence {

// Instrumentations take the time one after the other, and so differ a little.
inline constexpr std::uint64_t span_slack_ns = 5'000'000;
// A record is written some time after what it tells of.
inline constexpr std::uint64_t record_slack_ns = 1'000'000'000;

struct OtlpCall {
    std::string id = {};
    std::string run = {};
    std::string session = {};
    std::string scope = {};  // Which instrumentation sent it.
    bool model_call = false;
    bool record = false;
    bool derived = false;  // Reconstructed from the messages of a model call.
    std::string model = {};
    std::string response_id = {};
    std::vector<std::string> call_ids = {};      // That a model call asked for.
    std::string call_id = {};                    // Of a tool call.
    std::optional<std::size_t> completion = {};  // A hash.
    std::uint64_t start_ns = 0;
    std::uint64_t end_ns = 0;
};

// Nothing when it is no call.
std::optional<OtlpCall> call_of(const Arrival& arrival);
std::optional<OtlpCall> call_of(const Event& stored);

// Whether both tell of one call: the same thing was asked or answered, at the same time, and not by
// the same instrumentation, which would be a second call.
bool same_call(const OtlpCall& a, const OtlpCall& b);

// Two calls of which same_call is true share at least one of these.
std::vector<std::string> meeting_points(const OtlpCall& call);

}  // namespace hence
