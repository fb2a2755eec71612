// Counts what is appended and answered. The fields of a batch are parsed before the lock is taken,
// since they may be long and others append at the same time. Only what was accepted is counted; a
// duplicate is counted as a duplicate.
#include "server/watch/metrics.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "model/facts.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/tokens.h"
#include "server/watch/metric_family.h"
#include "server/wire/http.h"

namespace hence {
namespace {

constexpr std::array<std::string_view, 4> rationale_kinds = {
    name_of(Kind::decision), name_of(Kind::assumption), name_of(Kind::curation),
    name_of(Kind::tool_call)};
constexpr std::array<std::string_view, 3> refusals = {"conflict", "outcome_exists", "invalid"};
constexpr std::array<std::string_view, 5> token_types = {"input", "output", "cache_read",
                                                         "cache_write", "reasoning"};
constexpr std::array<std::string_view, 8> methods = {"GET",   "HEAD",   "POST",    "PUT",
                                                     "PATCH", "DELETE", "OPTIONS", "CONNECT"};

// What a tool call or a model call says that is counted.
struct Call {
    std::string name;
    std::string_view status = {};       // Of a tool call.
    std::array<double, 5> tokens = {};  // Of a model call, as token_types.
};

std::string name_or_unknown(Json value) {
    std::string name = value.string().value_or("");
    return name.empty() ? "unknown" : std::move(name);
}

bool says(Json value, std::string_view text) {
    return value.is_string() && token_says(value.raw(), text);
}

// A call whose result comes as an event of its own has only been started.
Call tool_call(const Event& event) {
    const auto [name, status, error, output] =
        members<4>(event.fields(), {"tool_name", "status", "error", "output"});
    const bool failed = says(status, "error") || (error.present() && error.raw() != "\"\"");
    const bool ended = output.present() || says(status, "ok");
    return {.name = name_or_unknown(name), .status = failed ? "error" : ended ? "ok" : "started"};
}

Call model_call(const Event& event) {
    const ObjectMembers fields(event.fields());
    Call call{.name = name_or_unknown(fields["model"])};
    const TokenUse used = tokens_used(fields, event.source());
    const std::array classes{used.input, used.output, used.cache_read, used.cache_write,
                             used.reasoning};
    for (std::size_t i = 0; i < call.tokens.size(); ++i) {
        call.tokens[i] = std::max(0.0, classes[i].value_or(0));  // A count never falls.
    }
    return call;
}

std::vector<bool> accepted_of(const Batch& batch, const Receipt& receipt) {
    std::vector<bool> accepted(batch.events.size(), true);
    for (const Rejection& rejection : receipt.rejections) {
        accepted[rejection.index] = false;
    }
    for (const std::size_t index : receipt.repeated) {
        accepted[index] = false;
    }
    return accepted;
}

std::string_view class_of(std::string_view reason) {
    return reason == "conflict" || reason == "outcome_exists" ? reason : "invalid";
}

struct Watched {
    std::string help;
    std::function<double()> measure;
};

// Everything that is counted; copied as a whole to be written.
struct Families {
    CounterFamily events{{"hence_events_total",
                          "Events stored, by kind and by the format they came in.",
                          {"kind", "source"}}};
    CounterFamily tool_calls{{"hence_tool_calls_total", "Tool calls stored.", {"tool", "status"}}};
    CounterFamily model_calls{{"hence_model_calls_total", "Model calls stored.", {"model"}}};
    CounterFamily tokens{
        {"hence_tokens_total", "Tokens that model calls name.", {"model", "type"}}};
    CounterFamily quarantined{
        {"hence_quarantined_total", "Events and lines that went to quarantine.", {"reason"}}};
    CounterFamily duplicates{
        {"hence_duplicates_total", "Events that were stored already, and changed nothing."}};
    CounterFamily rationale_missing{
        {"hence_rationale_missing_total", "Events that should say why, and do not.", {"kind"}}};
    CounterFamily append_errors{
        {"hence_append_errors_total", "Appends that wrote nothing, by error.", {"code"}}};
    CounterFamily requests{
        {"hence_http_requests_total", "Requests answered.", {"method", "route", "status"}}};
    HistogramFamily request_seconds{{"hence_http_request_seconds",
                                     "From a whole request to the end of its answer.",
                                     {"route"}}};
    HistogramFamily append_seconds{
        {"hence_append_seconds", "From a batch to its acknowledgement."}};
};

}  // namespace

struct Metrics::Counts {
    mutable std::mutex mutex;
    Families families;
    std::map<std::string, Watched> watched;
};

// What is known beforehand starts at zero, so that its first increase shows.
Metrics::Metrics() : counts_(std::make_unique<Counts>()) {
    for (const std::string_view kind : rationale_kinds) {
        counts_->families.rationale_missing.add({kind}, 0);
    }
    for (const std::string_view reason : refusals) {
        counts_->families.quarantined.add({reason}, 0);
    }
    counts_->families.duplicates.add({}, 0);
}

Metrics::~Metrics() = default;

// Fields are read before the lock is taken: they may be long, and others append as well.
void Metrics::appended(const Batch& batch, const Receipt& receipt) {
    const std::vector<bool> accepted = accepted_of(batch, receipt);
    std::vector<std::pair<bool, Call>> calls;  // Whether of a tool.
    for (std::size_t i = 0; i < batch.events.size(); ++i) {
        const Event& event = batch.events[i].event;
        if (accepted[i] && event.kind() == Kind::tool_call) {
            calls.emplace_back(true, tool_call(event));
        } else if (accepted[i] && event.kind() == Kind::llm_call) {
            calls.emplace_back(false, model_call(event));
        }
    }
    const std::lock_guard lock(counts_->mutex);
    Families& families = counts_->families;
    for (std::size_t i = 0; i < batch.events.size(); ++i) {
        const Event& event = batch.events[i].event;
        if (!accepted[i]) {
            continue;
        }
        const std::string_view source = event.source();
        families.events.add({event.kind(), source.empty() ? "none" : source});
        if (wants_rationale(event.kind()) && !rationale_given(event)) {
            families.rationale_missing.add({event.kind()});
        }
    }
    for (const auto& [of_tool, call] : calls) {
        if (of_tool) {
            families.tool_calls.add({call.name, call.status});
            continue;
        }
        families.model_calls.add({call.name});
        for (std::size_t i = 0; i < token_types.size(); ++i) {
            if (call.tokens[i] > 0) {
                families.tokens.add({call.name, token_types[i]}, call.tokens[i]);
            }
        }
    }
    families.duplicates.add({}, static_cast<double>(receipt.duplicates));
    for (const Rejection& rejection : receipt.rejections) {
        families.quarantined.add({class_of(rejection.reason)});
    }
    for (const Refused& refused : batch.refused) {
        families.quarantined.add({class_of(refused.reason)});
    }
}

void Metrics::append_took(double seconds) {
    const std::lock_guard lock(counts_->mutex);
    counts_->families.append_seconds.add({}, seconds);
}

void Metrics::append_failed(Code code) {
    const std::lock_guard lock(counts_->mutex);
    counts_->families.append_errors.add({name_of(code)});
}

void Metrics::answered(const Answered& answered) {
    const bool known = std::ranges::find(methods, answered.method) != methods.end();
    const std::string status = std::to_string(answered.status);
    const std::lock_guard lock(counts_->mutex);
    counts_->families.requests.add({known ? answered.method : "other", answered.route, status});
    counts_->families.request_seconds.add(answered.route, answered.seconds);
}

void Metrics::watch(std::string name, std::string help, std::function<double()> measure) {
    Watched watched{std::move(help), std::move(measure)};
    const std::lock_guard lock(counts_->mutex);
    std::swap(counts_->watched[std::move(name)], watched);
}

std::string Metrics::to_text() const {
    std::optional<Families> copied;
    std::map<std::string, Watched> watched;
    {
        const std::lock_guard lock(counts_->mutex);
        copied = counts_->families;
        watched = counts_->watched;
    }
    std::string out;
    copied->events.append_text(out);
    copied->tool_calls.append_text(out);
    copied->model_calls.append_text(out);
    copied->tokens.append_text(out);
    copied->rationale_missing.append_text(out);
    copied->quarantined.append_text(out);
    copied->duplicates.append_text(out);
    copied->append_errors.append_text(out);
    copied->append_seconds.append_text(out);
    copied->requests.append_text(out);
    copied->request_seconds.append_text(out);
    for (const auto& [name, gauge] : watched) {
        append_metric_head(out, {.name = name, .help = gauge.help}, "gauge");
        out += name + ' ';
        append_metric_number(out, gauge.measure());
        out += '\n';
    }
    return out;
}

}  // namespace hence
