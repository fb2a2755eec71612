// Answers "do its confidences mean anything?": how often decisions turned out right, against how
// sure their makers were.
//
// Decisions with a given confidence and a known outcome are sorted into bins of confidence. In each
// bin the mean confidence is compared with the share of decisions that were right; the Brier score
// and the expected calibration error sum this up. A confidence that an importer derived does not
// count, and a decision without a known outcome is counted apart: leaving either out silently would
// make the figures look better or worse than they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

inline constexpr std::uint64_t calibration_bins_max = 1'000;

struct CalibrationRequest {
    std::string decision_type = {};        // Empty: of any type.
    std::string agent = {};                // Empty: by anybody.
    std::uint64_t bins = 10;               // Of equal width, from 1 to calibration_bins_max.
    std::optional<double> max_brier = {};  // A higher Brier score is a failed check.
};

// Decisions whose confidence c is lo <= c < hi; in the last bin also c = 1.
struct CalibrationBin {
    double lo = 0;
    double hi = 0;
    std::uint64_t n = 0;
    std::uint64_t correct = 0;
    double confidence_sum = 0;

    // Not to be asked of an empty bin.
    double mean_confidence() const { return confidence_sum / static_cast<double>(n); }
    double accuracy() const { return static_cast<double>(correct) / static_cast<double>(n); }
};

// The 95 % Wilson score interval of an accuracy.
struct WilsonInterval {
    double lo = 0;
    double hi = 0;
};
WilsonInterval wilson_interval(std::uint64_t correct, std::uint64_t n);  // n is at least 1.

struct Calibration {
    std::string decision_type;
    std::string agent;
    // Decisions with a given confidence and an outcome that says whether they were right.
    std::uint64_t n = 0;
    // Decisions with a given confidence of which that is not known.
    std::uint64_t without_outcome = 0;
    std::optional<double> brier;  // Mean of (confidence - right)^2. Nothing when n is 0.
    std::optional<double> ece;    // Mean distance of accuracy and confidence, bin by bin.
    // At least two, and all equally sure: then a good score says nothing.
    bool constant_confidence = false;
    std::vector<CalibrationBin> bins;
    std::optional<double> max_brier;

    bool failed() const { return brier && max_brier && *brier > *max_brier; }
};

// Fails with invalid when there are too few bins or too many, and with not_found for an agent that
// was never recorded. When nothing fits, n is 0.
Result<Calibration> calibration(const Store& store, const CalibrationRequest& request);

// {"decision_type","agent","n","without_outcome","brier","ece","constant_confidence","bins"}
Result<void> write_json(const Calibration& answer, const Store& store, const Sink& sink);
// A reliability diagram: one row for each bin.
Result<void> write_text(const Calibration& answer, const Store& store, const Sink& sink);

}  // namespace hence
