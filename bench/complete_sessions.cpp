#include "complete_sessions.h"

#include <algorithm>

#include "formats/common/native.h"
#include "hence/explain.h"
#include "hence/tree.h"
#include "measured.h"
#include "must.h"

namespace hence::bench {

void append_text(Store& store, std::string_view text) {
    NativeReader reader(text, {});
    Batch batch;
    std::vector<Assigned> assigned;
    while (reader.next(batch, assigned)) {
        const Receipt receipt = must(store.append(batch));
        if (receipt.accepted != batch.events.size()) {
            fail("not every event was accepted");
        }
        batch = {};
    }
}

void Subjects::note(const EventGenerator& generator) {
    const std::string& session = generator.complete_session();
    if (!session.empty() && (sessions.empty() || sessions.back() != session)) {
        sessions.push_back(session);
        events.push_back(generator.complete_session_twentieth());
    }
}

Subjects Subjects::some(std::size_t count) const {
    Subjects some;
    const std::size_t step = std::max<std::size_t>(1, sessions.size() / count);
    for (std::size_t i = 0; i < sessions.size() && some.sessions.size() < count; i += step) {
        some.sessions.push_back(sessions[i]);
        some.events.push_back(events[i]);
    }
    return some;
}

void ask_tree(const Store& store, const std::string& session) {
    const Tree answer = must(tree(store, {.session = session}));
    std::size_t bytes = 0;
    must(write_json(answer, store, [&bytes](std::string_view piece) -> Result<void> {
        bytes += piece.size();
        return {};
    }));
    if (bytes < EventGenerator::session_events * 100) {
        fail("a tree is too small");
    }
}

void ask_explain(const Store& store, const std::string& id) {
    const Explanation answer = must(explain(store, {.event = id}));
    if (answer.chain.size() != explain_hops) {
        fail("a chain is too short");
    }
}

double median_seconds(const std::vector<std::string>& subjects,
                      const std::function<void(const std::string&)>& ask) {
    std::vector<double> spent;
    for (const std::string& subject : subjects) {
        const Clock::time_point start = Clock::now();
        ask(subject);
        spent.push_back(seconds_since(start));
    }
    return median(std::move(spent));
}

}  // namespace hence::bench
