// Which tellings are of one call of a model.
//
// Two instrumentations share no id, so sameness is decided by evidence: the same response, one
// around the other, or side by side at the same time with equal tokens or the same answer. All
// pairs would take quadratic time, so that only tellings that share a meeting point are compared.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "hence/store.h"
#include "intake/once/settlement.h"
#include "model/answer_keys.h"
#include "model/kinds.h"

namespace hence {
namespace {

// Instrumentations take the time one after the other, and so differ a little.
constexpr std::uint64_t span_slack_ns = 5'000'000;
// A record is written some time after what it tells of.
constexpr std::uint64_t record_slack_ns = 1'000'000'000;
// Of one meeting point, no more are compared with each other.
constexpr std::size_t met_max = 64;

bool contains(const Telling& outer, const Telling& inner, std::uint64_t slack_ns) {
    return outer.start_ns <= inner.start_ns + slack_ns && inner.end_ns <= outer.end_ns + slack_ns;
}

bool at_the_same_time(const Telling& a, const Telling& b) {
    const bool record = a.teller == Teller::record || b.teller == Teller::record;
    const std::uint64_t slack_ns = record ? record_slack_ns : span_slack_ns;
    return contains(a, b, slack_ns) || contains(b, a, slack_ns);
}

// One often says more of the version than the other.
bool same_model(const Telling& a, const Telling& b) {
    return a.model.starts_with(b.model) || b.model.starts_with(a.model);
}

bool same_tokens(const Telling& a, const Telling& b) {
    return a.completion_tokens && a.completion_tokens == b.completion_tokens &&
           a.prompt_tokens == b.prompt_tokens;
}

// Compares by the surest evidence that both calls have.
bool same_answer(const Telling& a, const Telling& b) {
    if (!a.response_id.empty() && !b.response_id.empty()) {
        return a.response_id == b.response_id;
    }
    if (!a.call_ids.empty() && !b.call_ids.empty()) {
        return a.call_ids == b.call_ids;
    }
    return (a.completion && a.completion == b.completion) || same_tokens(a, b);
}

bool in_one_thread(const Telling& a, const Telling& b) {
    const bool record = a.teller == Teller::record || b.teller == Teller::record;
    return a.event.run() == b.event.run() ||
           (record && !a.session_now().empty() && a.session_now() == b.session_now());
}

// Whether two calls, of which neither is around the other, are one. The same instrumentation twice
// means two calls.
bool same_call(const Telling& a, const Telling& b) {
    if (!a.response_id.empty() && a.response_id == b.response_id) {
        return true;
    }
    const bool two_tellers = a.scope != b.scope || a.teller != b.teller;
    return two_tellers && in_one_thread(a, b) && at_the_same_time(a, b) && same_model(a, b) &&
           same_answer(a, b);
}

// Whether a call is told without what the model answered, and has tokens.
bool tells_no_answer(const Telling& call) {
    return call.call_ids.empty() && !call.completion && !call.failed &&
           call.prompt_tokens.value_or(0) > 0 && call.completion_tokens.value_or(0) > 0;
}

// Whether two accounts of different traces are of one call: two instrumentations of one program, at
// the same time, with the same answer or failure. Response ids that differ are two calls. Where one
// knows the response id alone, and the other the answer alone, equal tokens are enough.
bool same_across(const Telling& a, const Telling& b) {
    const bool apart = !a.response_id.empty() && !b.response_id.empty();
    if (apart || a.event.run() == b.event.run() || a.scope == b.scope || a.service != b.service ||
        a.failed != b.failed || !at_the_same_time(a, b) || !same_model(a, b)) {
        return false;
    }
    if (a.failed) {
        return failure_message(a.failure) == failure_message(b.failure);
    }
    if (tells_no_answer(a) != tells_no_answer(b)) {
        const Telling& bare = tells_no_answer(a) ? a : b;
        const Telling& full = tells_no_answer(a) ? b : a;
        return !bare.response_id.empty() && full.response_id.empty() && same_tokens(a, b);
    }
    if (!a.call_ids.empty() || !b.call_ids.empty()) {
        return a.call_ids == b.call_ids;
    }
    return a.completion && a.completion == b.completion && same_tokens(a, b);
}

// Whether a span marked as a call tells nothing that a call has: BeeAI sends such a span for each
// piece of a stream.
bool says_no_call(const Telling& call) {
    return call.model.empty() && call.response_id.empty() && call.call_ids.empty() &&
           !call.prompt_tokens && !call.completion_tokens && !call.completion && !call.failed;
}

class ModelCalls {
public:
    explicit ModelCalls(Settlement& settlement)
        : settlement_(settlement), sets_(settlement.all().size()) {}

    void settle() {
        for (std::size_t i = 0; i < settlement_.all().size(); ++i) {
            const Telling& telling = settlement_.at(i);
            if (telling.is_model_call()) {
                calls_.push_back(i);
                const Telling& first = settlement_.at(calls_.front());
                told_once_ = told_once_ && telling.scope == first.scope &&
                             telling.teller == first.teller;
            } else if (telling.kind == Kind::log && !telling.response_id.empty()) {
                answers_[telling.response_id].push_back(i);
            }
        }
        std::ranges::sort(calls_, {}, [&](std::size_t i) {
            return std::pair(settlement_.at(i).start_ns, settlement_.at(i).event.id());
        });
        join_nested();
        join_alike();
        if (!told_once_) {
            join_across();
        }
        join_streams();
        std::map<std::size_t, std::vector<std::size_t>> groups;
        for (const std::size_t call : calls_) {
            groups[sets_.leader(call)].push_back(call);
        }
        for (auto& [leader, group] : groups) {
            settle_group(std::move(group));
        }
        mark_wrappers();
        mark_pieces();
    }

private:
    void join_nested();
    void join_alike();
    void join_across();
    void join_streams();
    void put_in_order(std::vector<std::size_t>& group) const;
    void take_records(const std::vector<std::size_t>& group, Telling& counting) const;
    void settle_group(std::vector<std::size_t> group);
    void mark_wrappers();
    void mark_pieces();
    std::size_t call_around(std::size_t inner) const;

    Settlement& settlement_;
    TellingSets sets_;
    std::vector<std::size_t> calls_;
    bool told_once_ = true;  // By one instrumentation alone.
    std::map<std::size_t, std::vector<std::size_t>> within_;  // By the call around them.
    std::vector<std::pair<std::size_t, std::size_t>>
        pieces_;                                // Of calls, and the call around each.
    ByText<std::vector<std::size_t>> answers_;  // Records that name the response they tell of.
};

// The nearest call around this one, also through plumbing. A tool that asks a model is no wrapper:
// a model call beneath a tool call belongs to the tool call.
std::size_t ModelCalls::call_around(std::size_t inner) const {
    std::size_t at = settlement_.parent(inner);
    for (std::size_t level = 0; level < levels_max && at != no_telling; ++level) {
        if (settlement_.at(at).is_model_call()) {
            return at;
        }
        at = settlement_.at(at).is_plumbing() ? settlement_.parent(at) : no_telling;
    }
    return no_telling;
}

// A call around one other is the same call. A call around several merely wraps them, and is the
// same as the one that succeeded, if only one did.
void ModelCalls::join_nested() {
    for (const std::size_t call : calls_) {
        const std::size_t around = call_around(call);
        const bool piece = around != no_telling && says_no_call(settlement_.at(call)) &&
                           settlement_.at(call).scope == settlement_.at(around).scope;
        if (piece) {
            pieces_.emplace_back(call, around);
        } else if (around != no_telling) {
            within_[around].push_back(call);
        }
    }
    for (const auto& [outer, inner] : within_) {
        std::vector<std::size_t> same = inner;
        if (same.size() > 1) {
            std::erase_if(same, [&](std::size_t i) { return settlement_.at(i).failed; });
        }
        if (same.size() == 1) {
            sets_.join(outer, same.front());
        }
    }
}

void ModelCalls::join_alike() {
    ByText<std::vector<std::size_t>> meetings;
    const auto meet = [&](std::string_view what, std::string_view where, std::size_t call) {
        meetings[joined(what, where)].push_back(call);
    };
    for (const std::size_t i : calls_) {
        const Telling& call = settlement_.at(i);
        if (!call.response_id.empty()) {
            meet("response", call.response_id, i);
        }
        if (told_once_) {
            continue;  // Only a response that it tells of twice is one call.
        }
        meet("beside", call.event.parent(), i);
        if (!call.call_ids.empty()) {
            meet("asked", call.call_ids.front(), i);
        }
        if (call.completion) {
            meet("answer", std::to_string(*call.completion), i);
        }
        if (call.completion_tokens && !call.session_now().empty()) {
            meet("tokens", joined(call.session_now(), std::to_string(*call.completion_tokens)), i);
        }
    }
    for (const auto& [where, met] : meetings) {
        for (std::size_t a = 0; a < met.size(); ++a) {
            for (std::size_t b = a + 1; b < met.size() && b - a < met_max; ++b) {
                if (same_call(settlement_.at(met[a]), settlement_.at(met[b]))) {
                    sets_.join(met[a], met[b]);
                }
            }
        }
    }
}

// A client library may begin a trace of its own within the call of a framework. Of several equal
// answers at once, each is told by the account that began nearest to it.
void ModelCalls::join_across() {
    ByText<std::vector<std::size_t>> meetings;
    for (const std::size_t i : calls_) {
        const Telling& call = settlement_.at(i);
        std::string what;
        if (call.failed) {
            what = call.failure.empty() ? "" : joined("failed", failure_message(call.failure));
        } else if (!call.call_ids.empty()) {
            what = joined("asked", call.call_ids.front());
        } else if (call.completion) {
            what = std::to_string(*call.completion);
        }
        if (!what.empty()) {
            meetings[what].push_back(i);
        }
        if (!call.failed && call.completion_tokens && call.prompt_tokens) {
            meetings[joined("tokens", std::to_string(*call.completion_tokens))].push_back(i);
        }
    }
    using Distance = std::tuple<std::uint64_t, std::string_view, std::string_view>;
    std::vector<std::pair<Distance, std::pair<std::size_t, std::size_t>>> pairs;
    for (const auto& [what, met] : meetings) {
        for (std::size_t a = 0; a < met.size(); ++a) {
            for (std::size_t b = a + 1; b < met.size() && b - a < met_max; ++b) {
                const Telling& one = settlement_.at(met[a]);
                const Telling& other = settlement_.at(met[b]);
                if (same_across(one, other)) {
                    const auto [first, second] = std::minmax({one.event.id(), other.event.id()});
                    const auto [early, late] = std::minmax(one.start_ns, other.start_ns);
                    pairs.push_back({{late - early, first, second}, {met[a], met[b]}});
                }
            }
        }
    }
    std::ranges::sort(pairs);
    std::vector<bool> paired(settlement_.all().size(), false);
    for (const auto& [distance, pair] : pairs) {
        if (!paired[pair.first] && !paired[pair.second]) {
            paired[pair.first] = paired[pair.second] = true;
            sets_.join(pair.first, pair.second);
        }
    }
}

// The end of a stream is told apart from its call, which has no answer: the last such call of the
// same prompt before it.
void ModelCalls::join_streams() {
    std::map<std::size_t, std::vector<std::size_t>> waiting;  // By prompt, in the order of time.
    for (const std::size_t i : calls_) {
        const Telling& call = settlement_.at(i);
        if (call.prompt && !call.tells_stream && !call.failed) {
            waiting[*call.prompt].push_back(i);
        }
    }
    for (const std::size_t i : calls_) {
        const Telling& stream = settlement_.at(i);
        const auto calls =
            stream.tells_stream && stream.prompt ? waiting.find(*stream.prompt) : waiting.end();
        if (calls == waiting.end()) {
            continue;
        }
        const auto began = [&](std::size_t call) {
            return settlement_.at(call).scope == stream.scope &&
                   settlement_.at(call).end_ns <= stream.start_ns + span_slack_ns;
        };
        const auto last = std::find_if(calls->second.rbegin(), calls->second.rend(), began);
        if (last != calls->second.rend()) {
            sets_.join(*last, i);
            calls->second.erase(std::next(last).base());
        }
    }
}

// Closest to the wire comes first: within the others, a span, one that succeeded, the shorter one
// of those that tell how long they took.
void ModelCalls::put_in_order(std::vector<std::size_t>& group) const {
    const auto rank = [&](std::size_t i) {
        const Telling& call = settlement_.at(i);
        const auto around = std::ranges::count_if(
            group, [&](std::size_t other) { return settlement_.is_within(i, other); });
        const std::uint64_t lasted = call.end_ns - call.start_ns;
        return std::tuple(-around, call.teller, call.failed, lasted == 0, lasted, call.event.id());
    };
    using Rank = decltype(rank(0));
    std::vector<std::pair<Rank, std::size_t>> ranked;
    for (const std::size_t member : group) {
        ranked.emplace_back(rank(member), member);
    }
    std::ranges::sort(ranked);
    std::ranges::transform(ranked, group.begin(), [](const auto& each) { return each.second; });
}

// What the counting call may take from the others, if it does not say it itself.
constexpr auto taken = std::to_array<std::string_view>(
    {"messages", "completion", "call_ids", "model", "provider", "prompt_tokens",
     "completion_tokens", "total_tokens", "cache_read_tokens", "cache_write_tokens",
     "reasoning_tokens", "cost_usd", "finish_reason", "response_id"});

bool is_said(std::string_view name, Json value) {
    return value.present() && value.raw() != "\"\"" && value.raw() != "[]" &&
           !(name == "model" && (value.string() == "unknown" || value.string() == "none"));
}

void take_missing(const Telling& from, Telling& counting) {
    for (const std::string_view name : taken) {
        const std::string key(name);
        const Json value = from.told.field(name);
        if (is_said(name, value) && !is_said(name, counting.told.field(name)) &&
            !counting.change.fields.contains(key)) {
            counting.change.fields.emplace(key, value.raw());
        }
    }
}

// A failure that only the others tell of, such as one that came after the answer.
void take_failure(const Telling& from, Telling& counting) {
    if (!from.failed || counting.change.fields.contains("status") ||
        counting.told.field("status").present()) {
        return;
    }
    counting.change.fields["status"] = R"("error")";
    const Json error = from.told.field("error");
    if (error.present()) {
        counting.change.fields["error"] = error.raw();
    }
}

// The content that log records beneath a call carry.
void ModelCalls::take_records(const std::vector<std::size_t>& group, Telling& counting) const {
    std::vector<std::size_t> records;
    for (const std::size_t member : group) {
        std::ranges::copy_if(settlement_.children(member), std::back_inserter(records),
                             [&](std::size_t i) { return settlement_.at(i).kind == Kind::log; });
        const auto answers = answers_.find(settlement_.at(member).response_id);
        if (answers != answers_.end()) {
            std::ranges::copy(answers->second, std::back_inserter(records));
        }
    }
    if (records.empty()) {
        return;
    }
    std::string messages;
    std::vector<std::string> from;
    std::ranges::sort(records, {}, [&](std::size_t i) {
        const Telling& record = settlement_.at(i);
        return std::pair(record.start_ns, record.event.id());
    });
    records.erase(std::unique(records.begin(), records.end()), records.end());
    const auto take = [&](std::string_view name, Json value) {
        if (is_said(name, value) && !is_said(name, counting.told.field(name))) {
            counting.change.fields.emplace(name, value.raw());
        }
    };
    for (const std::size_t i : records) {
        const AsTold& record = settlement_.at(i).told;
        const Json message = record.field("message");
        const bool counted = record.field("cache_read_tokens").present() ||
                             record.field("reasoning_tokens").present();
        if (!record.field("messages").present() && !record.field("completion").present() &&
            !message.present() && !counted) {
            continue;
        }
        from.emplace_back(settlement_.at(i).event.id());
        take("messages", record.field("messages"));
        take("completion", record.field("completion"));
        take("call_ids", record.field("call_ids"));
        take("cache_read_tokens", record.field("cache_read_tokens"));
        take("reasoning_tokens", record.field("reasoning_tokens"));
        if (message.present()) {
            messages += messages.empty() ? '[' : ',';
            messages += message.raw();
        }
    }
    if (!messages.empty()) {
        messages += ']';
        take("messages", Json(messages));
    }
    if (!from.empty()) {
        counting.change.fields[std::string(content_from_field)] = json_list(from);
    }
}

void ModelCalls::settle_group(std::vector<std::size_t> group) {
    put_in_order(group);
    Telling& counting = settlement_.at(group.front());
    for (const std::size_t member : group) {
        if (member != group.front()) {
            take_missing(settlement_.at(member), counting);
            take_failure(settlement_.at(member), counting);
        }
    }
    take_records(group, counting);
    settlement_.count_as_one(std::move(group));
}

// A call around several others is none, even if it is the same as none of them.
void ModelCalls::mark_wrappers() {
    for (const auto& [outer, inner] : within_) {
        if (settlement_.counts[outer] == outer) {
            const std::size_t first = *std::ranges::min_element(inner, {}, [&](std::size_t i) {
                const Telling& call = settlement_.at(i);
                return std::pair(call.start_ns, call.event.id());
            });
            settlement_.at(outer).change.fields.clear();
            settlement_.make_plumbing(outer, settlement_.counts[first]);
        }
    }
}

// What is a piece of a call is none, whatever it is a piece of.
void ModelCalls::mark_pieces() {
    for (const auto& [piece, around] : pieces_) {
        if (settlement_.counts[piece] == piece) {
            settlement_.at(piece).change.fields.clear();
            settlement_.make_plumbing(piece, settlement_.counts[around]);
        }
    }
}

}  // namespace

void settle_model_calls(Settlement& settlement) {
    ModelCalls(settlement).settle();
}

}  // namespace hence
