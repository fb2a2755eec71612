// Answers "does this agent behave as it used to?": its latest session against its own last ones.
//
// Each measure of the latest session (steps, tools, tokens, duration, failures, decisions,
// confidence, rationale) is compared with the same measure of the sessions before it: their mean,
// their standard deviation, and by how many of these the latest value lies off (z). Only what the
// agent itself recorded counts. Where there are too few sessions, where a measure was not recorded,
// or where the sessions before never differed, the answer says so and gives no z.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

inline constexpr std::uint64_t drift_sessions_min = 5;
inline constexpr std::uint64_t drift_sessions_max = 1'000;

// How far a value lies off, by |z|: below 2, 3, 4, 5, and from there on.
enum class DriftBand : std::uint8_t { normal, watch, notable, strong, extreme };
std::string_view to_string(DriftBand band);
// Fails with invalid, listing what there is.
Result<DriftBand> drift_band(std::string_view name);

struct DriftRequest {
    std::string agent;                  // Its name, or an unambiguous beginning or end of it.
    std::uint64_t baseline = 20;        // The most sessions to compare with.
    std::string session = {};           // Judges this one instead of the latest; may be shortened.
    std::optional<DriftBand> max = {};  // A measure above this band is a failed check.
};

struct DriftMeasure {
    std::string measure;               // "steps", "tools", "tokens", ...
    std::string of = {};               // The tool or the type of decision; empty: all of them.
    std::optional<double> value = {};  // Of the session that is judged.
    // Of the sessions before it: how many state it, their mean and standard deviation.
    std::uint64_t n = 0;
    std::optional<double> mean = {};
    std::optional<double> spread = {};
    std::optional<double> z = {};
    std::optional<DriftBand> band = {};
    std::string note = {};                 // Why something is not there.
    std::vector<std::string> events = {};  // The first of those that make the value.
    std::uint64_t events_total = 0;
};

struct Drift {
    std::string agent;
    std::string session;                 // That is judged.
    std::uint64_t baseline = 0;          // As asked.
    std::vector<std::string> sessions;   // Compared with, newest first.
    std::vector<DriftMeasure> measures;  // None when there are too few sessions.
    std::optional<DriftBand> max;

    bool enough() const { return sessions.size() >= drift_sessions_min; }
    // The strongest band of all measures; nothing when no measure has one.
    std::optional<DriftBand> band() const;
    bool failed() const;
};

// Fails with not_found for an agent that was never recorded or has no session, and with invalid
// when the baseline is out of its range or a name is ambiguous.
Result<Drift> drift(const Store& store, const DriftRequest& request);

// {"agent","session","baseline":{"asked","needed","sessions"},"enough","band","measures":[
// {"measure","of","value","n","mean","spread","z","band","note","events","events_total"}]}
Result<void> write_json(const Drift& answer, const Store& store, const Sink& sink);
// One row a measure.
Result<void> write_text(const Drift& answer, const Store& store, const Sink& sink);

}  // namespace hence
