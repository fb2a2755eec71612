// Series of one name, told apart by labels, and how Prometheus writes them.
//
// Label values come from agents: tool names, models, kinds. Without a bound, one broken agent could
// make a series for each call and fill the memory of the server and of Prometheus (cardinality). So
// the values of a label, their length and the number of series are bounded, and the rest is counted
// under "other". A counter never loses a count: only its label becomes less precise.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"

namespace hence {

// The values that one label has had. What they are came from outside: there are at most
// label_values_max, each free of control characters, and "other" stands for the rest.
class LabelValues {
public:
    LabelValues();

    using Number = std::uint16_t;
    static constexpr Number other = 0;

    // The number of a value, which is given one if there is room.
    Number number(std::string_view value);
    const std::string& operator[](Number number) const { return values_[number]; }

private:
    ByText<Number> numbers_;
    std::vector<std::string> values_;
};

// Numbers of label values, one to a label; 0 where there are fewer labels.
using SeriesKey = std::array<LabelValues::Number, 3>;

struct FamilyName {
    std::string_view name;
    std::string_view help;
    std::vector<std::string_view> labels = {};
};

// Counts that only grow. Not for several threads.
class CounterFamily {
public:
    static constexpr std::size_t series_max = 2'000;

    explicit CounterFamily(FamilyName name);

    // One value to a label. A series beyond series_max is counted where each of them is "other".
    void add(const std::array<std::string_view, 3>& values, double amount = 1);

    void append_text(std::string& out) const;

private:
    FamilyName name_;
    std::array<LabelValues, 3> values_;
    std::map<SeriesKey, double> counts_;
};

// How long something took, of each value of one label or of none. Not for several threads.
class HistogramFamily {
public:
    explicit HistogramFamily(FamilyName name);

    void add(std::string_view value, double seconds);

    void append_text(std::string& out) const;

private:
    // Upper bounds in seconds, as they are printed; the last bucket has none.
    static constexpr std::size_t bounds = 15;
    struct Histogram {
        std::array<std::uint64_t, bounds + 1> buckets = {};  // Each without the ones before it.
        double seconds = 0;
    };

    FamilyName name_;
    LabelValues values_;
    std::map<LabelValues::Number, Histogram> histograms_;
};

// "# HELP" and "# TYPE".
void append_metric_head(std::string& out, const FamilyName& name, std::string_view type);
// A number as the format has it: NaN, +Inf and -Inf included.
void append_metric_number(std::string& out, double value);

}  // namespace hence
