// Answers "which runs do better?": runs side by side, in groups by agent, model, tool or any field.
//
// Which runs is decided as in the list of runs, and success, tokens, duration and failures are
// those of its rows; cost, loops and calibration come from the events, run by run. A run that has
// several values (it used three tools) counts in the group of each, so groups may overlap.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hence/listing.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

inline constexpr std::size_t cohort_groups_max = 1'000;

struct CohortRequest {
    // "agent", "model", "tool", or the path of a field, such as fields.environment.
    std::string by = "agent";
    ListingFilter runs = {};
    std::uint64_t limit = 0;  // The most runs, newest first; 0: all.
};

// How a figure is spread over the runs that state it. Quantiles lie between two values where they
// must, as in most programs for statistics.
struct Distribution {
    std::uint64_t n = 0;  // Runs that state it. The others are nothing when there are none.
    std::optional<double> min = {};
    std::optional<double> p25 = {};
    std::optional<double> median = {};
    std::optional<double> p75 = {};
    std::optional<double> max = {};

    // From the lower to the upper quarter.
    std::optional<double> spread() const {
        return n > 0 ? std::optional(*p75 - *p25) : std::nullopt;
    }
};

// Decisions with a confidence of which it is known whether they were right.
struct CohortCalibration {
    std::uint64_t n = 0;
    std::uint64_t correct = 0;
    std::optional<double> mean_confidence = {};
    std::optional<double> accuracy = {};
    std::optional<double> brier = {};
};

struct CohortGroup {
    std::string value;
    std::uint64_t runs = 0;
    std::map<std::string, std::uint64_t> statuses = {};  // Runs that say how they ended.
    std::optional<double> success = {};                  // The part of these that succeeded.
    Distribution tokens = {};
    Distribution cost_usd = {};
    Distribution duration_ms = {};
    Distribution failures = {};
    Distribution loops = {};
    CohortCalibration calibration = {};
};

struct Cohort {
    std::string by;
    std::uint64_t runs = 0;
    std::uint64_t without = 0;        // Runs that have no value, and are in no group.
    std::vector<CohortGroup> groups;  // The one with most runs first, then by value.
};

// Fails with invalid when `by` is no path, or has more values than cohort_groups_max; else as list
// does.
Result<Cohort> cohort(const Store& store, const CohortRequest& request);

// {"by","runs","without","groups":[{"value","runs","success","statuses","tokens","cost_usd",
// "duration_ms","failures","loops","calibration"}]}
Result<void> write_json(const Cohort& answer, const Store& store, const Sink& sink);
// A table of medians, one row a group.
Result<void> write_text(const Cohort& answer, const Store& store, const Sink& sink);

}  // namespace hence
