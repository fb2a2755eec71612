#include "views/explain/write.h"

#include <algorithm>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/explain.h"
#include "hence/review.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/cause/considered.h"
#include "views/find/event_reader.h"
#include "views/find/session_events.h"
#include "views/review/question.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

// Reads the items again, one by one, since there may be many.
class ItemReader {
public:
    struct Item {
        Event decision;
        Event outcome;
        Explanation explanation;
    };

    ItemReader(const Store& store, const std::vector<ReviewItem>& items)
        : store_(store),
          decisions_(store, seqs_of(items, &ReviewItem::decision_seq)),
          outcomes_(store, seqs_of(items, &ReviewItem::outcome_seq)) {}

    Result<Item> next() {
        Event decision = TRY(decisions_.next());
        Event outcome = TRY(outcomes_.next());
        Explanation explanation = TRY(explain(store_, {.event = std::string(decision.id())}));
        return Item{std::move(decision), std::move(outcome), std::move(explanation)};
    }

private:
    static std::vector<std::uint64_t> seqs_of(const std::vector<ReviewItem>& items,
                                              std::uint64_t ReviewItem::*seq) {
        std::vector<std::uint64_t> seqs;
        seqs.reserve(items.size());
        for (const ReviewItem& item : items) {
            seqs.push_back(item.*seq);
        }
        return seqs;
    }

    const Store& store_;
    EventReader decisions_;
    EventReader outcomes_;
};

Result<void> write_items(Pieces& out, const Store& store, const std::vector<ReviewItem>& items) {
    Sessions sessions(store);
    ItemReader reader(store, items);
    out.json.begin_list();
    for (std::size_t i = 0; i < items.size(); ++i) {
        const ItemReader::Item item = TRY(reader.next());
        out.json.begin_object().member("event", item.decision.id());
        out.json.member("question", review_question(item.decision, item.outcome));
        item.outcome.append_json(out.json.key("outcome").text());
        TRY(write_chain_json(out, item.explanation.chain, sessions, item.explanation.event));
        out.json.end_object();
        TRY(out.pass_on());
    }
    out.json.end_list();
    return {};
}

std::vector<ReviewItem> high_confidence_errors(const Review& answer) {
    std::vector<ReviewItem> high;
    std::ranges::copy_if(answer.items, std::back_inserter(high), &ReviewItem::high_confidence);
    return high;
}

// What the chains lack, all together. Two chains may share what is missing.
void add(Completeness& all, const Completeness& one) {
    all.missing_parents.insert(all.missing_parents.end(), one.missing_parents.begin(),
                               one.missing_parents.end());
    all.cycles.insert(all.cycles.end(), one.cycles.begin(), one.cycles.end());
    all.unresolved_refs.insert(all.unresolved_refs.end(), one.unresolved_refs.begin(),
                               one.unresolved_refs.end());
    all.erased += one.erased;
}

template <class T, class Order>
void keep_once(std::vector<T>& list, Order order) {
    std::ranges::sort(list, order);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

void keep_once(Completeness& lacks) {
    keep_once(lacks.missing_parents, [](const MissingParent& a, const MissingParent& b) {
        return std::tie(a.event, a.parent) < std::tie(b.event, b.parent);
    });
    keep_once(lacks.cycles, std::less<>());
    keep_once(lacks.unresolved_refs, [](const UnresolvedRef& a, const UnresolvedRef& b) {
        return std::tie(a.event, a.ref) < std::tie(b.event, b.ref);
    });
}

Result<void> write_item(Pieces& out, const ItemReader::Item& item, Sessions& sessions,
                        ShownIds& ids) {
    const std::string summary = TRY(summary_of(sessions, item.decision));
    out.text +=
        fmt::format("{} {}  ({})\n", when(item.decision), summary, ids.of(item.decision.id()));
    out.text += "  " + review_question(item.decision, item.outcome) + "\n";
    const std::string chosen = text_field(item.decision, "chosen");
    for (const Alternative& option : considered_by(item.decision)) {
        if (option.option == chosen) {
            continue;
        }
        out.text += "  considered: " + printable(option.option);
        out.text += option.rejected_because.empty()
                        ? "\n"
                        : " (rejected: " + printable(option.rejected_because) + ")\n";
    }
    out.text += "  what led to it:\n";
    return write_chain_text(out, item.explanation, sessions, "  ");
}

}  // namespace

Result<void> write_json(const Review& answer, const Store& store, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object().member("agent", answer.agent).key("items");
    TRY(write_items(out, store, answer.items));
    out.json.key("high_confidence_errors");
    TRY(write_items(out, store, high_confidence_errors(answer)));
    TRY(out.list("without_outcome", answer.without_outcome,
                 [](JsonWriter& json, const std::string& id) { json.value(id); }));
    out.json.end_object().end_line();
    return out.finish();
}

Result<void> write_text(const Review& answer, const Store& store, const Sink& sink) {
    Pieces out(sink);
    Sessions sessions(store);
    Completeness lacks;
    std::string high;
    append_number(high, answer.high);
    out.text += fmt::format("Review: {}\n", printable(answer.agent));
    out.text +=
        fmt::format("Decisions: {} wrong ({} at confidence {} or more), {} without outcome\n",
                    answer.items.size(), high_confidence_errors(answer).size(), high,
                    answer.without_outcome.size());
    ItemReader reader(store, answer.items);
    ShownIds ids;
    for (const ReviewItem& kept : answer.items) {
        const ItemReader::Item item = TRY(reader.next());
        out.text += kept.high_confidence ? "\n! high confidence\n" : "\n";
        TRY(write_item(out, item, sessions, ids));
        add(lacks, item.explanation.completeness);
        TRY(out.pass_on());
    }
    out.text += answer.without_outcome.empty() ? "" : "\nWithout outcome:\n";
    for (const std::string& id : answer.without_outcome) {
        out.text += "  " + printable(id) + "\n";
        TRY(out.pass_on());
    }
    keep_once(lacks);
    lacks.append_text(out.text);
    return out.finish();
}

}  // namespace hence
