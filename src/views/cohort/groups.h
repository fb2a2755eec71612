// The groups of a cohort in the making: the figures of each run are put down in each of its groups.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hence/across/cohort.h"
#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// What one run came to.
struct RunFigures {
    std::optional<std::string> status = {};
    std::optional<double> tokens = {};
    std::optional<double> cost_usd = {};
    std::optional<double> duration_ms = {};
    double failures = 0;
    double loops = 0;
};

// A decision that somebody was so sure of.
struct SureDecision {
    std::string id;
    double confidence = 0;
};

class CohortGroups {
public:
    explicit CohortGroups(const Store& store) : store_(store) {}

    // Fails with invalid when there are too many groups.
    Result<void> add(const std::vector<std::string>& values, const RunFigures& figures,
                     std::vector<SureDecision> decisions);
    // The one with most runs first, then by value.
    Result<std::vector<CohortGroup>> finish();

private:
    struct Values {
        std::vector<double> tokens = {};
        std::vector<double> cost_usd = {};
        std::vector<double> duration_ms = {};
        std::vector<double> failures = {};
        std::vector<double> loops = {};
    };
    struct Group {
        CohortGroup answer = {};
        Values values = {};
        double confidence_sum = 0;
        double squares = 0;
    };
    struct Pending {
        SureDecision decision;
        std::vector<Group*> groups;
    };

    static void put(Group& group, const RunFigures& figures);
    Result<void> judge_pending();

    const Store& store_;
    std::map<std::string, Group> groups_;
    std::vector<Pending> pending_;
};

}  // namespace hence
