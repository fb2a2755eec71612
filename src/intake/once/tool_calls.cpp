// Which tellings are of one call of a tool, and which model call asked for it.
//
// Many frameworks leave the id of the call out of the tool's span. The answer of the model has it,
// with the tool and its input, so that a span without an id is the last such call that was asked
// for before the span began. A call that is told of in messages alone counts until its span comes.
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "formats/otlp/translate/messages.h"
#include "hence/store.h"
#include "intake/once/asked.h"
#include "intake/once/settlement.h"
#include "intake/once/tool_telling.h"
#include "model/kinds.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

// A tool may be begun by one clock before another clock has ended the answer that asks for it.
constexpr std::uint64_t asking_slack_ns = 5'000'000;
constexpr std::uint64_t record_slack_ns = 1'000'000'000;  // A record is written afterwards.

class ToolCalls {
public:
    explicit ToolCalls(Settlement& settlement)
        : settlement_(settlement),
          sets_(settlement.all().size()),
          places_(settlement),
          ids_(settlement.all().size()) {}

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
        join_records();
        join_by_id();
        join_repeated();
        join_reconstructed();
        settle_groups();
        name_asked();
        take_agents();
    }

private:
    void add_asked(std::size_t model_call);
    void join_nested();
    void find_ids();
    enum class Named : std::uint8_t { no, yes };  // Whether the answer has the id of the call.
    Asked* asked_for(std::size_t call, Named named);
    Asked* last_asked(const Telling& telling, const std::vector<std::size_t>& candidates,
                      Named named);
    void name_asked();
    Asked* asked_by_id(std::size_t call, std::string_view call_id);
    void join_records();
    void join_by_id();
    void join_repeated();
    void join_reconstructed();
    void settle_groups();
    void settle_group(std::vector<std::size_t> group);
    void take_agents();
    bool is_agent_of(std::size_t span, const Asked& asked) const;
    void put_in_order(std::vector<std::size_t>& group) const;

    Settlement& settlement_;
    TellingSets sets_;
    CallPlaces places_;             // None of them changes while tool calls are settled.
    std::vector<std::string> ids_;  // Of each telling, also one that was found for it.
    std::vector<std::size_t> calls_;
    std::deque<Asked> asked_;                          // Others view the names of these.
    std::deque<std::string> kept_;                     // What the inputs of asked_ view.
    ByPlace<std::vector<std::size_t>> asked_by_tool_;  // Numbers in asked_.
    ByPlace<std::size_t> asked_by_id_;                 // Likewise.
};

void ToolCalls::add_asked(std::size_t model_call) {
    const Telling& telling = settlement_.at(model_call);
    const Json completion = settled_field(telling, "completion");
    const Json call_ids = settled_field(telling, "call_ids");
    if (completion.is_string() && !call_ids.is_array()) {
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
            if (part.type != MessagePart::Type::tool_call) {
                continue;
            }
            const std::size_t number = asked_.size();
            numbers.push_back(number);
            const Json input(kept_.emplace_back(part.value.raw()));
            asked_.push_back({.call_id = part.call_id,
                              .tool = part.name,
                              .asker = model_call,
                              .input = input,
                              .inputs = InputHashes(input)});
            const Asked& asked = asked_.back();
            for (const std::size_t place : places_.of(model_call)) {
                if (!asked.call_id.empty()) {
                    asked_by_id_.try_emplace({place, asked.call_id}, number);
                }
                asked_by_tool_[{place, asked.tool}].push_back(number);
            }
        }
    }
    // An id without the rest of its call.
    call_ids.each_element([&](Json id) {
        const std::string call_id = id.string().value_or("");
        const auto is_known = [&](std::size_t place) {
            return asked_by_id_.contains({place, call_id});
        };
        const std::span<const std::size_t> places = places_.of(model_call);
        if (std::ranges::all_of(places, is_known)) {
            return true;
        }
        const std::size_t number = asked_.size();
        asked_.push_back({.call_id = call_id, .tool = {}, .asker = model_call});
        for (const std::size_t place : places) {
            asked_by_id_.try_emplace({place, asked_.back().call_id}, number);
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
                Telling& inner = settlement_.at(call);
                if (is_moment_of(inner, around)) {
                    inner.tool.clear();
                }
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

// The last call that was asked for before this one began, of the same tool with the same input, or
// with an input to which the framework added something, such as its context.
Asked* ToolCalls::asked_for(std::size_t call, Named named) {
    const Telling& telling = settlement_.at(call);
    for (const std::size_t place : places_.of(call)) {
        const auto candidates = asked_by_tool_.find({place, telling.tool});
        Asked* const found = candidates == asked_by_tool_.end()
                                 ? nullptr
                                 : last_asked(telling, candidates->second, named);
        if (found != nullptr) {
            return found;
        }
    }
    return nullptr;
}

Asked* ToolCalls::last_asked(const Telling& telling, const std::vector<std::size_t>& candidates,
                             Named named) {
    const auto last_of = [&](const auto& is_same) {
        Asked* found = nullptr;
        for (const std::size_t place : candidates) {
            Asked& asked = asked_[place];
            const Telling& asker = settlement_.at(asked.asker);
            const bool before = asker.end_ns <= telling.start_ns + asking_slack_ns;
            const bool later =
                found == nullptr || settlement_.at(found->asker).end_ns < asker.end_ns;
            const bool wanted = asked.call_id.empty() == (named == Named::no);
            if (wanted && !asked.taken && before && later && is_same(asked)) {
                found = &asked;
            }
        }
        return found;
    };
    Asked* const found = last_of([&](const Asked& asked) {
        return telling.inputs.get().empty() || same_input(asked.inputs.get(), telling.inputs.get());
    });
    if (found != nullptr) {
        return found;
    }
    const Json input = telling.told.field("input");
    return last_of([&](const Asked& asked) { return has_all_of(input, asked.input); });
}

Asked* ToolCalls::asked_by_id(std::size_t call, std::string_view call_id) {
    for (const std::size_t place : places_.of(call)) {
        const auto asked = asked_by_id_.find({place, call_id});
        if (asked != asked_by_id_.end()) {
            return &asked_[asked->second];
        }
    }
    return nullptr;
}

void ToolCalls::find_ids() {
    std::map<std::size_t, std::string> of_set;
    for (const std::size_t call : calls_) {
        const Telling& telling = settlement_.at(call);
        if (telling.call_id.empty()) {
            continue;
        }
        of_set.emplace(sets_.leader(call), telling.call_id);
        Asked* const asked = asked_by_id(call, telling.call_id);
        if (asked != nullptr && telling.teller != Teller::messages) {
            asked->taken = true;
        }
    }
    for (const std::size_t call : calls_) {
        std::string& id = of_set[sets_.leader(call)];
        if (id.empty() && settlement_.at(call).teller != Teller::messages) {
            if (Asked* asked = asked_for(call, Named::yes)) {
                asked->taken = true;
                id = asked->call_id;
            }
        }
        ids_[call] = ids_[call].empty() ? id : ids_[call];
    }
}

void ToolCalls::join_by_id() {
    ByPlace<std::size_t> first;
    for (const std::size_t call : calls_) {
        if (ids_[call].empty()) {
            continue;
        }
        for (const std::size_t place : places_.of(call)) {
            const auto [at, fresh] = first.try_emplace({place, ids_[call]}, call);
            if (!fresh) {
                sets_.join(call, at->second);
            }
        }
    }
}

// A model call that is made again, after a failure or beside another one, tells the same messages,
// and of the same tool calls. Where those have no ids, they are the same by their order.
void ToolCalls::join_repeated() {
    ByText<std::size_t> first;
    std::map<std::string, std::size_t, std::less<>> told;  // How many of one description.
    for (const std::size_t call : calls_) {
        const Telling& telling = settlement_.at(call);
        const std::size_t teller =
            telling.teller == Teller::messages && ids_[call].empty()
                ? settlement_.find(telling.told.field("told_in").string().value_or(""))
                : no_telling;
        if (teller == no_telling) {
            continue;
        }
        const Telling& asked = settlement_.at(teller);
        const std::size_t messages = TextHash()(settled_field(asked, "messages").raw());
        std::string what = joined(asked.event.parent(), std::to_string(messages));
        for (const std::string_view name : {"tool_name", "input", "output"}) {
            what = joined(what, telling.told.field(name).raw());
        }
        const std::size_t number = ++told[joined(asked.event.id(), what)];
        const auto [at, fresh] = first.emplace(joined(what, std::to_string(number)), call);
        if (!fresh) {
            sets_.join(call, at->second);
        }
    }
}

// A record may tell of a call that has a span, without its id: the same tool with the same input at
// the same time.
void ToolCalls::join_records() {
    std::vector<bool> taken(settlement_.all().size(), false);
    for (const std::size_t call : calls_) {
        const Telling& record = settlement_.at(call);
        if (record.teller != Teller::record || !ids_[call].empty()) {
            continue;
        }
        for (const std::size_t other : calls_) {
            const Telling& span = settlement_.at(other);
            if (span.teller == Teller::span && !taken[other] && in_one_place(span, record) &&
                span.tool == record.tool && same_input(span.inputs.get(), record.inputs.get()) &&
                record.end_ns <= span.end_ns + record_slack_ns &&
                span.start_ns <= record.start_ns + record_slack_ns) {
                taken[other] = true;
                ids_[call] = ids_[other];
                sets_.join(call, other);
                break;
            }
        }
    }
}

// Where a span tells no id, the messages stand in the first model call after the span. Gemini CLI
// puts the name of the tool before the id that the messages have.
void ToolCalls::join_reconstructed() {
    auto told_by_messages = calls_by_tool(settlement_, calls_, Teller::messages);
    if (told_by_messages.empty()) {
        return;
    }
    std::vector<bool> taken(settlement_.all().size(), false);
    std::vector<std::size_t> spans = calls_;
    std::erase_if(spans, [&](auto i) { return settlement_.at(i).teller == Teller::messages; });
    for (const std::size_t call : spans) {
        taken[sets_.leader(call)] = true;
    }
    for (const std::size_t call : spans) {
        const Telling& span = settlement_.at(call);
        for (const std::size_t other : told_by_messages[span.tool]) {
            const Telling& told = settlement_.at(other);
            const bool other_id =
                !ids_[call].empty() && !told.call_id.empty() && !ids_[call].ends_with(told.call_id);
            if (!taken[sets_.leader(other)] && !other_id && in_one_place(told, span) &&
                span.start_ns <= told.start_ns &&
                (span.inputs.get().empty() || same_input(told.inputs.get(), span.inputs.get()))) {
                ids_[call] = ids_[call].empty() ? ids_[other] : ids_[call];
                sets_.join(other, call);
                taken[sets_.leader(call)] = true;
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

// Gemini's answers have no ids of calls: its clients make them up, and the answer gets them here.
void ToolCalls::name_asked() {
    std::map<std::size_t, std::vector<std::string>> named;  // By the model call.
    for (const std::size_t call : calls_) {
        const bool counts = settlement_.counts[call] == call && !settlement_.at(call).withdrawn;
        if (!counts || settlement_.askers[call] != no_telling) {
            continue;
        }
        if (Asked* asked = asked_for(call, Named::no)) {
            asked->taken = true;
            settlement_.askers[call] = asked->asker;
            if (!ids_[call].empty()) {
                named[asked->asker].push_back(ids_[call]);
            }
        }
    }
    for (const auto& [asker, ids] : named) {
        std::vector<std::string> all = settlement_.at(asker).call_ids;
        all.insert(all.end(), ids.begin(), ids.end());
        settlement_.at(asker).change.fields["call_ids"] = json_list(all);
    }
}

void ToolCalls::settle_group(std::vector<std::size_t> group) {
    put_in_order(group);
    Telling& counting = settlement_.at(group.front());
    std::string id;
    for (const std::size_t member : group) {
        id = id.empty() ? ids_[member] : id;
        if (member != group.front()) {
            take_from_telling(settlement_.at(member), counting);
        }
    }
    if (counting.call_id.empty() && !id.empty()) {
        counting.change.fields["call_id"] = json_text(id);
    }
    withdraw_delegations(settlement_, group);
    const Asked* const asked = id.empty() ? nullptr : asked_by_id(group.front(), id);
    if (asked != nullptr) {
        for (const std::size_t member : group) {
            settlement_.askers[member] = asked->asker;
        }
        if (counting.told.rationale().empty()) {
            counting.change.rationale = asked->rationale;
        }
    }
    settlement_.count_as_one(std::move(group));
}

// Whether a span is the work of the agent that a model called as a tool: the outermost span of the
// agent of that name, after the answer that asked.
bool ToolCalls::is_agent_of(std::size_t span, const Asked& asked) const {
    const Telling& telling = settlement_.at(span);
    const std::size_t around = settlement_.parent(span);
    const bool outermost = around == no_telling || settlement_.at(around).agent != asked.tool;
    return telling.is_plumbing() && telling.teller == Teller::span && telling.agent_named &&
           telling.agent == asked.tool && outermost &&
           settlement_.at(asked.asker).end_ns <= telling.start_ns + asking_slack_ns;
}

// An agent that is called as a tool may have no span of a tool around its own: then its own is it.
void ToolCalls::take_agents() {
    if (std::ranges::all_of(asked_, &Asked::taken)) {
        return;
    }
    TextViews tools;
    for (const Asked& asked : asked_) {
        tools.insert(asked.tool);
    }
    ByText<std::vector<std::size_t>> agents;  // Spans by (run, agent).
    for (std::size_t i = 0; i < settlement_.all().size(); ++i) {
        const Telling& telling = settlement_.at(i);
        if (telling.is_plumbing() && telling.agent_named && tools.contains(telling.agent)) {
            agents[joined(telling.run(), telling.agent)].push_back(i);
        }
    }
    if (agents.empty()) {
        return;
    }
    Texts known;
    for (const std::size_t call : calls_) {
        known.insert(joined(settlement_.at(call).run(), ids_[call]));
    }
    for (const Asked& asked : asked_) {
        const std::string_view run = settlement_.at(asked.asker).run();
        const auto spans = agents.find(joined(run, asked.tool));
        if (asked.tool.empty() || known.contains(joined(run, asked.call_id)) ||
            spans == agents.end()) {
            continue;
        }
        std::size_t first = no_telling;
        for (const std::size_t span : spans->second) {
            const bool earlier = first == no_telling ||
                                 settlement_.at(span).start_ns < settlement_.at(first).start_ns;
            if (earlier && settlement_.askers[span] == no_telling && is_agent_of(span, asked)) {
                first = span;
            }
        }
        if (first != no_telling) {
            make_tool_call(settlement_.at(first), asked.tool, asked.call_id,
                           std::string(asked.input.raw()));
            settlement_.askers[first] = asked.asker;
        }
    }
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
