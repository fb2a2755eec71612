#include "server/watch/metric_family.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "model/json/json.h"
#include "model/text.h"
#include "server/watch/metrics.h"

namespace hence {
namespace {

constexpr std::array<std::pair<double, std::string_view>, 15> bucket_bounds = {{
    {0.0001, "0.0001"},
    {0.00025, "0.00025"},
    {0.0005, "0.0005"},
    {0.001, "0.001"},
    {0.0025, "0.0025"},
    {0.005, "0.005"},
    {0.01, "0.01"},
    {0.025, "0.025"},
    {0.05, "0.05"},
    {0.1, "0.1"},
    {0.25, "0.25"},
    {0.5, "0.5"},
    {1, "1"},
    {2.5, "2.5"},
    {10, "10"},
}};

// Backslash, line end and, in a label, the quote.
void append_escaped(std::string& out, std::string_view text, bool quotes) {
    for (const char c : text) {
        if (c == '\n') {
            out += "\\n";
        } else if (c == '\\' || (c == '"' && quotes)) {
            out += '\\';
            out += c;
        } else {
            out += c;
        }
    }
}

void append_label(std::string& out, std::string_view name, std::string_view value) {
    out += out.back() == '{' ? "" : ",";
    out += name;
    out += "=\"";
    append_escaped(out, value, true);
    out += '"';
}

}  // namespace

void append_metric_head(std::string& out, const FamilyName& name, std::string_view type) {
    fmt::format_to(std::back_inserter(out), "# HELP {} ", name.name);
    append_escaped(out, name.help, false);
    fmt::format_to(std::back_inserter(out), "\n# TYPE {} {}\n", name.name, type);
}

void append_metric_number(std::string& out, double value) {
    if (std::isnan(value)) {
        out += "NaN";
    } else if (std::isinf(value)) {
        out += value > 0 ? "+Inf" : "-Inf";
    } else {
        append_number(out, value);
    }
}

LabelValues::LabelValues() {
    values_.emplace_back("other");
    numbers_.emplace("other", other);
}

LabelValues::Number LabelValues::number(std::string_view value) {
    if (const auto known = numbers_.find(value); known != numbers_.end()) {
        return known->second;
    }
    if (value.size() > label_bytes_max) {
        return other;
    }
    // Two values that look alike are one, or a series would be there twice.
    std::string shown = printable(value);
    if (const auto known = numbers_.find(shown); known != numbers_.end()) {
        return known->second;
    }
    if (values_.size() > label_values_max) {
        return other;
    }
    const auto number = static_cast<Number>(values_.size());
    numbers_.emplace(shown, number);
    values_.push_back(std::move(shown));
    return number;
}

CounterFamily::CounterFamily(FamilyName name) : name_(std::move(name)) {}

void CounterFamily::add(const std::array<std::string_view, 3>& values, double amount) {
    SeriesKey key = {};
    for (std::size_t i = 0; i < name_.labels.size(); ++i) {
        key[i] = values_[i].number(values[i]);
    }
    auto at = counts_.find(key);
    if (at == counts_.end()) {
        key = counts_.size() < series_max ? key : SeriesKey{};
        at = counts_.try_emplace(key, 0).first;
    }
    at->second += amount;
}

void CounterFamily::append_text(std::string& out) const {
    append_metric_head(out, name_, "counter");
    for (const auto& [key, count] : counts_) {
        out += name_.name;
        if (!name_.labels.empty()) {
            out += '{';
            for (std::size_t i = 0; i < name_.labels.size(); ++i) {
                append_label(out, name_.labels[i], values_[i][key[i]]);
            }
            out += '}';
        }
        out += ' ';
        append_metric_number(out, count);
        out += '\n';
    }
}

HistogramFamily::HistogramFamily(FamilyName name) : name_(std::move(name)) {
    static_assert(bucket_bounds.size() == bounds);
}

void HistogramFamily::add(std::string_view value, double seconds) {
    Histogram& histogram = histograms_[name_.labels.empty() ? 0 : values_.number(value)];
    const auto at = std::ranges::find_if(
        bucket_bounds, [seconds](const auto& bound) { return seconds <= bound.first; });
    ++histogram.buckets[static_cast<std::size_t>(at - bucket_bounds.begin())];
    histogram.seconds += seconds;
}

void HistogramFamily::append_text(std::string& out) const {
    append_metric_head(out, name_, "histogram");
    for (const auto& [number, histogram] : histograms_) {
        std::string labels = "{";
        if (!name_.labels.empty()) {
            append_label(labels, name_.labels.front(), values_[number]);
        }
        std::uint64_t count = 0;
        for (std::size_t i = 0; i <= bounds; ++i) {
            count += histogram.buckets[i];
            std::string bucket = labels;
            append_label(bucket, "le", i < bounds ? bucket_bounds[i].second : "+Inf");
            fmt::format_to(std::back_inserter(out), "{}_bucket{}}} {}\n", name_.name, bucket,
                           count);
        }
        const std::string plain = name_.labels.empty() ? "" : labels + "}";
        fmt::format_to(std::back_inserter(out), "{}_sum{} ", name_.name, plain);
        append_metric_number(out, histogram.seconds);
        fmt::format_to(std::back_inserter(out), "\n{}_count{} {}\n", name_.name, plain, count);
    }
}

}  // namespace hence
