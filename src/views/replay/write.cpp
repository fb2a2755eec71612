// A replay as JSON and as text. Events, and the outcomes of decisions, are read again by number
// while the answer is written, each list by a reader of its own.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/replay.h"
#include "hence/store.h"
#include "model/extent.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/summary/duration_text.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/find/event_reader.h"
#include "views/find/session_events.h"
#include "views/replay/layers.h"
#include "views/write/columns.h"
#include "views/cause/event_marks.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t agent_columns_max = 24;
constexpr std::size_t obstacles_shown_max = 8;
constexpr std::size_t inputs_shown_max = 200;
constexpr std::size_t payload_in_summary_max = 80;  // A summary shows that much of it.

// Hands out the events of a list, and beside each decision what came of it.
class ListReader {
public:
    ListReader(const Replay& answer, const Store& store, const std::vector<std::uint64_t>& list)
        : answer_(answer), events_(store, list), outcomes_(store, outcomes_of(answer, list)) {}

    struct Item {
        Event event;
        std::optional<Event> outcome;
    };
    Result<Item> next() {
        Event event = TRY(events_.next());
        Item item{std::move(event), std::nullopt};
        if (answer_.outcomes.contains(item.event.seq())) {
            item.outcome = TRY(outcomes_.next());
        }
        return item;
    }

private:
    static std::vector<std::uint64_t> outcomes_of(const Replay& answer,
                                                  const std::vector<std::uint64_t>& list) {
        std::vector<std::uint64_t> seqs;
        for (const std::uint64_t seq : list) {
            const auto outcome = answer.outcomes.find(seq);
            if (outcome != answer.outcomes.end()) {
                seqs.push_back(outcome->second);
            }
        }
        return seqs;
    }

    const Replay& answer_;
    EventReader events_;
    EventReader outcomes_;
};

// A thread of several sessions is told without marks.
std::string_view session_of(const Replay& answer) {
    return answer.type == ChainType::session ? std::string_view(answer.id) : std::string_view();
}

// How an event of the replay is told beside what it says itself.
struct Telling {
    Sessions& sessions;
    const EventMarks& marks;
    bool summaries;
};

Result<void> append_item(JsonWriter& json, const ListReader::Item& item, const Telling& telling) {
    item.event.append_json(json.text());
    if (telling.marks.any()) {
        json.reopen_object();
        TRY(telling.marks.append_json(json, item.event));
        json.end_object();
    }
    if (telling.summaries) {
        const std::string said = TRY(summary_of(telling.sessions, item.event));
        json.reopen_object().member("summary", said).end_object();
    }
    if (item.event.kind() == Kind::decision) {
        json.reopen_object().key("outcome");
        if (item.outcome) {
            item.outcome->append_json(json.text());
        } else {
            json.null();
        }
        if (item.outcome && telling.summaries) {
            json.reopen_object().member("summary", summary(*item.outcome)).end_object();
        }
        json.end_object();
    }
    return {};
}

// Most of what is in one list is in another one too. So the beginning of a list is kept while one
// before it is written, up to a limit, and only the rest is read again.
class KeptItems {
public:
    explicit KeptItems(const std::vector<std::uint64_t>& list) : list_(list) {}

    void offer(std::uint64_t seq, std::string_view item) {
        if (count_ == list_.size() || list_[count_] != seq || bytes_ + item.size() > bytes_max) {
            return;
        }
        if (blocks_.empty() || blocks_.back().size() + item.size() + 1 > block_size) {
            blocks_.emplace_back().reserve(std::max(block_size, item.size()));
        } else {
            blocks_.back() += ',';
        }
        blocks_.back() += item;
        bytes_ += item.size();
        ++count_;
    }

    std::size_t count() const { return count_; }
    Result<void> write(Pieces& pieces) const {
        for (const std::string& block : blocks_) {
            pieces.json.raw(block);
            TRY(pieces.pass_on());
        }
        return {};
    }

private:
    static constexpr std::size_t bytes_max = std::size_t{32} << 20;
    static constexpr std::size_t block_size = std::size_t{64} << 10;

    const std::vector<std::uint64_t>& list_;
    std::vector<std::string> blocks_;  // Of items, with commas between them.
    std::size_t bytes_ = 0;
    std::size_t count_ = 0;
};

Result<void> write_events(const Replay& answer, const Store& store, Pieces& pieces,
                          KeptItems& traces) {
    ListReader reader(answer, store, answer.events);
    Sessions sessions(store);
    const EventMarks marks = TRY(EventMarks::of(sessions, session_of(answer)));
    const Telling telling{sessions, marks, answer.summaries};
    ShownIds ids;
    pieces.json.key("events").begin_list();
    for (std::size_t i = 0; i < answer.events.size(); ++i) {
        const ListReader::Item item = TRY(reader.next());
        const std::size_t begin = pieces.text.size() + (i == 0 ? 0 : 1);  // Behind the comma.
        TRY(append_item(pieces.json, item, telling));
        traces.offer(item.event.seq(), std::string_view(pieces.text).substr(begin));
        TRY(pieces.pass_on());
    }
    pieces.json.end_list();
    return {};
}

// What of `list` is not `kept` is read.
Result<void> write_list(const Replay& answer, const Store& store,
                        const std::vector<std::uint64_t>& list, const KeptItems& kept,
                        Pieces& pieces) {
    const auto rest = list.begin() + static_cast<std::ptrdiff_t>(kept.count());
    ListReader reader(answer, store, {rest, list.end()});
    Sessions sessions(store);
    const EventMarks marks = TRY(EventMarks::of(sessions, session_of(answer)));
    const Telling telling{sessions, marks, answer.summaries};
    pieces.json.begin_list();
    TRY(kept.write(pieces));
    for (std::size_t i = kept.count(); i < list.size(); ++i) {
        const ListReader::Item item = TRY(reader.next());
        TRY(append_item(pieces.json, item, telling));
        TRY(pieces.pass_on());
    }
    pieces.json.end_list();
    return {};
}

void append_span(JsonWriter& json, const Replay& answer) {
    json.member("from", answer.from).member("to", answer.to).key("duration_ms");
    if (answer.from && answer.to) {
        json.value(ms_between(*answer.from, *answer.to));
    } else {
        json.null();
    }
}

std::string joined_words(const std::vector<std::string>& words, std::size_t shown_max) {
    std::string text;
    for (std::size_t i = 0; i < std::min(words.size(), shown_max); ++i) {
        text += (i == 0 ? "" : ", ") + printable(words[i]);
    }
    if (words.size() > shown_max) {
        text += fmt::format(" and {} more", words.size() - shown_max);
    }
    return text.empty() ? "none" : text;
}

Result<void> append_head(std::string& out, const Replay& answer, const Store& store) {
    out += fmt::format("Replay: {} {}\n", to_string(answer.type), printable(answer.id));
    out += fmt::format("Events: {}", answer.matched);
    if (answer.from && answer.to && *answer.from < *answer.to) {
        out += fmt::format(", {} to {} ({})", time_text(*answer.from), time_text(*answer.to),
                           duration_text(ms_between(*answer.from, *answer.to)));
    } else if (answer.from) {
        out += ", " + time_text(*answer.from);
    }
    out += "\nAgents: " + joined_words(answer.agents, answer.agents.size());
    out += "\nObstacles: " + joined_words(answer.obstacles, obstacles_shown_max);
    out += "\nEnded by: ";
    std::optional<Event> end;
    if (answer.ended_by) {
        end = TRY(store.find(*answer.ended_by));
    }
    out += end ? fmt::format("{}  ({})", summary(*end), printable(short_id(end->id())))
               : std::string("nothing that was recorded");
    out += "\n\n";
    return {};
}

// What is not there is left out, but for the outcome: that nobody judged a decision is worth a
// line.
void append_reasons(std::string& out, const ListReader::Item& item) {
    const Event& decision = item.event;
    const auto add = [&](std::string_view name, const std::string& text) {
        out += fmt::format("    {}: {}\n", name, text);
    };
    const std::string why = why_of(decision);
    if (!why.empty()) {
        add(rationale_given(decision) ? "why" : "why (derived)", printable(why));
    }
    if (const std::optional<double> confidence = confidence_of(decision)) {
        std::string number;
        append_number(number, *confidence);
        add("confidence", number);
    }
    const Json inputs = field(decision, "inputs");
    if (inputs.present()) {
        add("inputs", first_line(inputs.raw(), inputs_shown_max));
    }
    constexpr std::string_view prefix = "Outcome: ";
    add("outcome", item.outcome ? summary(*item.outcome).substr(prefix.size()) : "not recorded");
}

// What the summary of a message does not show: its subtype, and more of a long payload.
void append_message(std::string& out, const Event& message) {
    const std::string subtype = text_field(message, "subtype");
    if (!subtype.empty() && field(message, "to").at(0).present()) {  // An action shows it itself.
        out += fmt::format("    subtype: {}\n", printable(subtype));
    }
    const Json payload = field(message, "payload");
    const std::string said = payload.is_string() ? payload.string().value_or("")
                             : payload.present() ? std::string(payload.raw())
                                                 : std::string();
    if (said.size() > payload_in_summary_max) {
        out += fmt::format("    payload: {}\n", first_line(said, inputs_shown_max));
    }
}

}  // namespace

Result<void> write_json(const Replay& answer, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_object().member("chain_type", to_string(answer.type));
    pieces.json.member("chain_id", answer.id);
    KeptItems traces(answer.traces);
    TRY(write_events(answer, store, pieces, traces));
    pieces.json.key("traces");
    TRY(write_list(answer, store, answer.traces, traces, pieces));
    pieces.json.key("audit_entries");
    const KeptItems none(answer.audit_entries);
    TRY(write_list(answer, store, answer.audit_entries, none, pieces));
    pieces.json.list("agents", answer.agents);
    append_span(pieces.json, answer);
    pieces.json.member("ended_by", OrNull{answer.ended_by.value_or("")});
    pieces.json.list("obstacles", answer.obstacles);
    answer.completeness.append_json(pieces.json.key("completeness").text());
    pieces.json.end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const Replay& answer, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    TRY(append_head(pieces.text, answer, store));
    std::size_t agent_columns = 1;
    for (const std::string& agent : answer.agents) {
        agent_columns = std::max(agent_columns, width(printable(agent)));
    }
    agent_columns = std::min(agent_columns, agent_columns_max);
    ListReader reader(answer, store, answer.events);
    Sessions sessions(store);
    const EventMarks marks = TRY(EventMarks::of(sessions, session_of(answer)));
    ShownIds ids;
    for (std::size_t i = 0; i < answer.events.size(); ++i) {
        const ListReader::Item item = TRY(reader.next());
        const Event& event = item.event;
        std::string said = TRY(summary_of(sessions, event));
        said += TRY(marks.words(event));
        const std::string agent = event.agent().empty() ? "-" : printable(event.agent());
        pieces.text += fmt::format("{} {} {} {}  ({})\n", padded(when(event), when_columns()),
                                   layer_of(answer.type, event), padded(agent, agent_columns), said,
                                   ids.of(event.id()));
        if (event.kind() == Kind::decision) {
            append_reasons(pieces.text, item);
        } else if (event.kind() == Kind::message) {
            append_message(pieces.text, event);
        }
        TRY(pieces.pass_on());
    }
    answer.completeness.append_text(pieces.text);
    return pieces.finish();
}

}  // namespace hence
