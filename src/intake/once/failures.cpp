// One failure, one error. An exception that is not caught is recorded by every span that it passes
// through, and a wrapper's error event would count it again.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "intake/once/settlement.h"
#include "model/kinds.h"

namespace hence {
namespace {

// The error events of a span.
template <typename Visit>
void each_error_of(Settlement& settlement, std::size_t span, const Visit& visit) {
    for (const std::size_t child : settlement.children(span)) {
        if (settlement.at(child).kind == Kind::error &&
            settlement.at(child).event.has(Flag::derived)) {
            visit(settlement.at(child));
        }
    }
}

bool is_call(const Telling& telling) {
    return telling.is_model_call() || telling.is_tool_call();
}

// Whether a span ended because something within it did.
bool ends_with(const Telling& inner, const Telling& outer) {
    constexpr std::uint64_t slack_ns = 1'000'000'000;
    return outer.end_ns <= inner.end_ns + slack_ns;
}

// Whether a span failed because a model call within it did: it ended with the call, and nothing was
// called after it. Its words may be its own, such as "the run has failed".
bool fell_with(const Settlement& settlement, std::size_t failed, std::size_t span) {
    constexpr std::uint64_t slack_ns = 50'000'000;
    const Telling& call = settlement.at(failed);
    if (!call.is_model_call() || settlement.at(span).end_ns > call.end_ns + slack_ns) {
        return false;
    }
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const Telling& other = settlement.at(i);
        if (is_call(other) && other.start_ns >= call.end_ns && settlement.is_within(i, span)) {
            return false;
        }
    }
    return true;
}

// A span and a record on it may both tell of its failure.
void withdraw_repeats(Settlement& settlement, std::size_t span, std::size_t first) {
    const std::string_view id = settlement.at(first).event.id();
    each_error_of(settlement, span, [&](Telling& error) {
        error.withdrawn =
            error.withdrawn ||
            (error.event.id() > id && same_failure(error.failure, settlement.at(first).failure));
    });
}

// An instrumentation may put the failure of a step on every later step of its trace (OpenInference
// for the Vercel AI SDK). A model call that has an answer, and no exception of its own, did not
// fail in the very words of a step that was over before it began.
void forget_copied(Settlement& settlement) {
    constexpr std::uint64_t slack_ns = 1'000'000;  // Clocks of a millisecond.
    std::vector<std::size_t> origins;
    std::vector<std::size_t> answered;
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const Telling& step = settlement.at(i);
        if (!step.failed || !is_call(step) || step.failure.empty()) {
            continue;
        }
        if (step.told.field("exception").present()) {
            origins.push_back(i);
        } else if (step.is_model_call() && step.told.field("completion").present()) {
            answered.push_back(i);
        }
    }
    for (const std::size_t i : answered) {
        Telling& copy = settlement.at(i);
        const auto copied_from = [&](std::size_t origin) {
            const Telling& step = settlement.at(origin);
            return step.run() == copy.run() && step.scope == copy.scope &&
                   step.end_ns <= copy.start_ns + slack_ns && step.failure.ends_with(copy.failure);
        };
        if (std::ranges::any_of(origins, copied_from)) {
            copy.failed = false;
            copy.change.fields["status"] = json_text("ok");
            copy.change.fields["error"] = json_text("");
        }
    }
}

}  // namespace

bool same_failure(std::string_view a, std::string_view b) {
    // How much of two texts is compared, and how long a part they must share.
    constexpr std::size_t compared_max = 256;
    constexpr std::size_t shared_min = 24;
    a = a.substr(0, compared_max);
    b = b.substr(0, compared_max);
    const std::size_t wanted = std::min({a.size(), b.size(), shared_min});
    if (wanted == 0) {
        return false;
    }
    // How long the common part is that ends at each place of b.
    std::vector<std::size_t> common(b.size() + 1, 0);
    for (const char letter : a) {
        for (std::size_t at = b.size(); at > 0; --at) {
            common[at] = letter == b[at - 1] ? common[at - 1] + 1 : 0;
            if (common[at] >= wanted) {
                return true;
            }
        }
    }
    return false;
}

void settle_failures(Settlement& settlement) {
    forget_copied(settlement);
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const Telling& failed = settlement.at(i);
        if (!failed.failed || failed.withdrawn) {
            continue;
        }
        // An error event stands for the span that it is told by; what is above that is passed. A
        // call says itself that it failed.
        std::size_t at = settlement.parent(i);
        if (failed.kind == Kind::error && at != no_telling) {
            withdraw_repeats(settlement, at, i);
            at = settlement.parent(at);
        } else if (is_call(failed)) {
            at = i;
        }
        std::string words;
        for (std::size_t level = 0; level < levels_max && at != no_telling; ++level) {
            each_error_of(settlement, at, [&](Telling& error) {
                const bool mute = failed.failure.empty() && is_call(failed) &&
                                  ends_with(failed, settlement.at(at));
                error.withdrawn = error.withdrawn || mute ||
                                  same_failure(error.failure, failed.failure) ||
                                  fell_with(settlement, i, at);
                words = mute && words.empty() ? error.failure : words;
            });
            at = settlement.parent(at);
        }
        // A call that failed without a word is told why by the span that the failure passed.
        if (!words.empty()) {
            settlement.at(i).change.fields.emplace("error", json_text(words));
        }
    }
}

}  // namespace hence
