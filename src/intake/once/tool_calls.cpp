// Which tellings are of one call of a tool, and which model call asked for it.
//
// Many frameworks leave the id of the call out of the tool's span. The answer of the model has it,
// with the tool and its input, so that a span without an id is the last such call that was asked
// for before the span began. A call that is told of in messages alone counts until its span comes.
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "formats/otlp/translate/messages.h"
#include "hence/store.h"
#include "intake/once/settlement.h"
#include "model/kinds.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

// A tool may be begun by one clock before another clock has ended the answer that asks for it.
constexpr std::uint64_t asking_slack_ns = 5'000'000;

// A call that the answer of a model asks for.
struct Asked {
    std::string call_id;
    std::string tool;
    std::vector<std::size_t> inputs;
    std::size_t asker = no_telling;
    std::string rationale = {};  // JSON, as the model stated it.
    bool taken = false;
};

// What a settled model call says, its own words or those that others told for it.
Json settled_field(const Telling& telling, std::string_view name) {
    const auto changed = telling.change.fields.find(std::string(name));
    return changed == telling.change.fields.end() ? AsTold(telling.event).field(name)
                                                  : Json(changed->second);
}

class ToolCalls {
public:
    explicit ToolCalls(Settlement& settlement)
        : settlement_(settlement), sets_(settlement.all().size()), ids_(settlement.all().size()) {}

    void settle() {
        for (std::size_t i = 0; i < settlement_.all().size(); ++i) {
            const Telling& telling = settlement_.at(i);
            if (telling.is_tool_call()) {
                calls_.push_back(i);
                ids_[i] = telling.call_id;
            } else if (telling.is_model_call() && settlement_.counts[i] == i) {
                add_asked(i);
            }
        }
        std::ranges::sort(calls_, {}, [&](std::size_t i) {
            const Telling& call = settlement_.at(i);
            return std::pair(call.start_ns, call.event.id());
        });
        join_nested();
        find_ids();
        join_by_id();
        join_reconstructed();
        settle_groups();
    }

private:
    void add_asked(std::size_t model_call);
    void join_nested();
    void find_ids();
    Asked* asked_for(std::size_t call);
    void join_by_id();
    void join_reconstructed();
    void settle_groups();
    void settle_group(std::vector<std::size_t> group);
    void withdraw_delegations(const std::vector<std::size_t>& group);
    void put_in_order(std::vector<std::size_t>& group) const;
    void add_rationale(Telling& counting, const Asked& asked) const;

    Settlement& settlement_;
    TellingSets sets_;
    std::vector<std::string> ids_;  // Of each telling, also one that was found for it.
    std::vector<std::size_t> calls_;
    std::vector<Asked> asked_;
    ByText<std::vector<std::size_t>> asked_by_tool_;  // (run, tool) to places in asked_.
    ByText<std::size_t> asked_by_id_;                 // (run, call_id) likewise.
};

void ToolCalls::add_asked(std::size_t model_call) {
    const Telling& telling = settlement_.at(model_call);
    const Json completion = settled_field(telling, "completion");
    if (!settled_field(telling, "call_ids").is_array()) {
        return;
    }
    std::deque<std::string> kept;
    std::string said;
    std::vector<std::size_t> numbers;
    for (const Json element : chat_in(completion, "assistant", kept).elements) {
        const ChatMessage message = read_message(element, "assistant", kept);
        said += text_of(message);
        said += '\n';
        for (const MessagePart& part : message.parts) {
            if (part.type != MessagePart::Type::tool_call || part.call_id.empty()) {
                continue;
            }
            const std::string run(telling.event.run());
            numbers.push_back(asked_.size());
            asked_by_id_.emplace(joined(run, part.call_id), asked_.size());
            asked_by_tool_[joined(run, part.name)].push_back(asked_.size());
            asked_.push_back({part.call_id, part.name, input_hashes(part.value), model_call});
        }
    }
    // An id without the rest of its call.
    settled_field(telling, "call_ids").each_element([&](Json id) {
        const std::string call_id = id.string().value_or("");
        const auto known =
            asked_by_id_.emplace(joined(telling.event.run(), call_id), asked_.size());
        if (known.second) {
            asked_.push_back({call_id, {}, {}, model_call});
        }
        return true;
    });
    if (said.find("<rationale") == std::string::npos) {
        return;
    }
    for (auto& [number, rationale] : rationale_blocks(said).by_call) {
        if (number >= 1 && number <= numbers.size()) {
            asked_[numbers[number - 1]].rationale = rationale;
        }
    }
}

// A tool within the same tool, also through plumbing, is one call.
void ToolCalls::join_nested() {
    for (const std::size_t call : calls_) {
        std::size_t at = settlement_.parent(call);
        for (std::size_t level = 0; level < levels_max && at != no_telling; ++level) {
            const Telling& around = settlement_.at(at);
            if (around.is_tool_call()) {
                const Telling& inner = settlement_.at(call);
                const bool other_id = !around.call_id.empty() && !inner.call_id.empty() &&
                                      around.call_id != inner.call_id;
                if ((inner.tool.empty() || around.tool == inner.tool) && !other_id) {
                    sets_.join(call, at);
                }
                break;
            }
            at = around.is_plumbing() ? settlement_.parent(at) : no_telling;
        }
    }
}

// The last call that was asked for before this one began, of the same tool with the same input.
Asked* ToolCalls::asked_for(std::size_t call) {
    const Telling& telling = settlement_.at(call);
    const auto candidates = asked_by_tool_.find(joined(telling.event.run(), telling.tool));
    if (candidates == asked_by_tool_.end()) {
        return nullptr;
    }
    Asked* found = nullptr;
    for (const std::size_t place : candidates->second) {
        Asked& asked = asked_[place];
        const Telling& asker = settlement_.at(asked.asker);
        const bool before = asker.end_ns <= telling.start_ns + asking_slack_ns;
        const bool same = telling.inputs.empty() || same_input(asked.inputs, telling.inputs);
        const bool later = found == nullptr || settlement_.at(found->asker).end_ns < asker.end_ns;
        if (!asked.taken && before && same && later) {
            found = &asked;
        }
    }
    return found;
}

void ToolCalls::find_ids() {
    std::map<std::size_t, std::string> of_set;
    for (const std::size_t call : calls_) {
        const Telling& telling = settlement_.at(call);
        if (telling.call_id.empty()) {
            continue;
        }
        of_set.emplace(sets_.leader(call), telling.call_id);
        const auto asked = asked_by_id_.find(joined(telling.event.run(), telling.call_id));
        if (asked != asked_by_id_.end() && telling.teller != Teller::messages) {
            asked_[asked->second].taken = true;
        }
    }
    for (const std::size_t call : calls_) {
        std::string& id = of_set[sets_.leader(call)];
        if (id.empty() && settlement_.at(call).teller != Teller::messages) {
            if (Asked* asked = asked_for(call)) {
                asked->taken = true;
                id = asked->call_id;
            }
        }
        ids_[call] = ids_[call].empty() ? id : ids_[call];
    }
}

void ToolCalls::join_by_id() {
    ByText<std::size_t> first;
    for (const std::size_t call : calls_) {
        if (ids_[call].empty()) {
            continue;
        }
        const Telling& telling = settlement_.at(call);
        std::vector<std::string> places = {joined("run", joined(telling.event.run(), ids_[call]))};
        if (!telling.session_now().empty()) {
            places.push_back(joined("session", joined(telling.session_now(), ids_[call])));
        }
        for (const std::string& place : places) {
            const auto [at, fresh] = first.emplace(place, call);
            if (!fresh) {
                sets_.join(call, at->second);
            }
        }
    }
}

// Where nobody tells ids, the messages stand in the first model call after the span.
void ToolCalls::join_reconstructed() {
    std::vector<bool> taken(settlement_.all().size(), false);
    for (const std::size_t call : calls_) {
        const Telling& span = settlement_.at(call);
        if (span.teller == Teller::messages || !ids_[call].empty()) {
            continue;
        }
        for (const std::size_t other : calls_) {
            const Telling& told = settlement_.at(other);
            if (told.teller == Teller::messages && !taken[other] && told.call_id.empty() &&
                told.event.run() == span.event.run() && told.tool == span.tool &&
                span.start_ns <= told.start_ns &&
                (span.inputs.empty() || same_input(told.inputs, span.inputs))) {
                taken[other] = true;
                sets_.join(call, other);
                break;
            }
        }
    }
}

// A span before a record before messages; one that names its call; within the others.
void ToolCalls::put_in_order(std::vector<std::size_t>& group) const {
    std::vector<
        std::pair<std::tuple<Teller, bool, bool, std::uint64_t, std::ptrdiff_t, std::string_view>,
                  std::size_t>>
        ranked;
    for (const std::size_t member : group) {
        const Telling& call = settlement_.at(member);
        const auto around = std::ranges::count_if(
            group, [&](std::size_t other) { return settlement_.is_within(member, other); });
        ranked.emplace_back(std::tuple(call.teller, call.tool.empty(), call.call_id.empty(),
                                       call.teller == Teller::messages ? call.start_ns : 0, -around,
                                       call.event.id()),
                            member);
    }
    std::ranges::sort(ranked);
    std::ranges::transform(ranked, group.begin(), [](const auto& each) { return each.second; });
}

constexpr auto taken_fields = std::to_array<std::string_view>(
    {"call_id", "input", "output", "status", "error", "mcp_server"});

void take_missing(const Telling& from, Telling& counting) {
    const AsTold own(counting.event);
    const AsTold other(from.event);
    for (const std::string_view name : taken_fields) {
        const std::string key(name);
        const Json value = other.field(name);
        const bool failure = name == "status" || name == "error";
        // Messages say of a failed call what was said of it to the model.
        if (failure && from.teller == Teller::messages && own.field("status").present()) {
            continue;
        }
        // An object says more of the input than one of its values.
        const bool fuller = name == "input" && value.is_object() && !own.field(name).is_object() &&
                            !Json(counting.change.fields[key]).is_object();
        if (counting.change.fields[key].empty()) {
            counting.change.fields.erase(key);
        }
        if (value.present() &&
            (fuller || (!own.field(name).present() && !counting.change.fields.contains(key)))) {
            counting.change.fields.insert_or_assign(key, std::string(value.raw()));
        }
    }
}

void ToolCalls::add_rationale(Telling& counting, const Asked& asked) const {
    if (!asked.rationale.empty() && AsTold(counting.event).rationale().empty()) {
        counting.change.rationale = asked.rationale;
    }
}

// A handover that is made by a call is made once, however often the call is told.
void ToolCalls::withdraw_delegations(const std::vector<std::size_t>& group) {
    bool made = false;
    for (const std::size_t member : group) {
        for (const std::size_t child : settlement_.children(member)) {
            Telling& telling = settlement_.at(child);
            if (telling.kind == Kind::delegation && telling.event.has(Flag::derived)) {
                telling.withdrawn = made;
                made = true;
            }
        }
    }
}

void ToolCalls::settle_group(std::vector<std::size_t> group) {
    put_in_order(group);
    Telling& counting = settlement_.at(group.front());
    std::string id;
    for (const std::size_t member : group) {
        id = id.empty() ? ids_[member] : id;
        if (member != group.front()) {
            take_missing(settlement_.at(member), counting);
        }
    }
    if (counting.call_id.empty() && !id.empty()) {
        counting.change.fields["call_id"] = json_text(id);
    }
    withdraw_delegations(group);
    const auto asked = asked_by_id_.find(joined(counting.event.run(), id));
    if (!id.empty() && asked != asked_by_id_.end()) {
        const Asked& call = asked_[asked->second];
        for (const std::size_t member : group) {
            settlement_.askers[member] = call.asker;
        }
        add_rationale(counting, call);
    }
    settlement_.count_as_one(std::move(group));
}

void ToolCalls::settle_groups() {
    std::map<std::size_t, std::vector<std::size_t>> groups;
    for (const std::size_t call : calls_) {
        groups[sets_.leader(call)].push_back(call);
    }
    for (auto& [leader, group] : groups) {
        settle_group(std::move(group));
    }
}

}  // namespace

void settle_tool_calls(Settlement& settlement) {
    ToolCalls(settlement).settle();
}

}  // namespace hence
