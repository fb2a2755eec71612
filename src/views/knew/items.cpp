#include "views/knew/items.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/summary/tool_argument.h"
#include "model/words/text_search.h"
#include "views/find/places.h"
#include "views/knew/messages.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t items_read_at_once = 256;

std::string text_of(Json value) {
    return value.present() ? content_text(value) : std::string();
}

void describe_call(KnewItem& item, const Event& call) {
    const auto [tool, input] = members<2>(call.fields(), {"tool_name", "input"});
    item.tool = tool.string().value_or("");
    const std::string path = read_path(item.tool, input);
    item.source = path.empty() ? "tool" : "file";
    const std::string argument = tool_argument(item.tool, input);
    item.from = !path.empty() ? path : argument.empty() ? item.tool : item.tool + " " + argument;
}

// What a result says: an error, where there is one, in front of the output.
std::string result_text(const Event& event) {
    const auto [output, content, error] =
        members<3>(event.fields(), {"output", "content", "error"});
    const std::string failed = text_of(error);
    const std::string came = text_of(output.present() ? output : content);
    return failed.empty() || came == failed ? came : came.empty() ? failed : failed + "\n" + came;
}

void describe(KnewItem& item, const Told& told, const Event& event, const Event* call) {
    switch (told.as) {
        case ToldAs::prompt:
            item.source = "prompt";
            item.text = text_field(event, event.kind() == Kind::prompt ? "text" : "goal");
            return;
        case ToldAs::task:
            item.source = "task";
            item.from = text_field(event, "parent_id");
            item.text = text_of(field(event, "task"));
            return;
        case ToldAs::message:
            item.source = "message";
            item.from = text_field(event, "from");
            item.text = text_of(field(event, "payload"));
            return;
        case ToldAs::result:
            describe_call(item, call != nullptr ? *call : event);
            item.text = result_text(event);
            return;
        case ToldAs::observation:
            item.source = "observation";
            item.from = text_field(event, "key");
            item.text = result_text(event);
            return;
    }
}

// Reads items in order, some at a time, and keeps the newest that are asked for.
class ItemReader {
public:
    ItemReader(const Store& store, std::size_t items_max, Knew& answer, TextSearch search)
        : store_(store), items_max_(items_max), answer_(answer), search_(std::move(search)) {
        const std::optional<Event>& call = answer.model_call;
        model_call_ = call ? std::optional(position_of(*call)) : std::nullopt;
    }

    void set_new_since(std::optional<Position> place) { new_since_ = place; }

    Result<void> read(const std::vector<Told>& all) {
        for (std::size_t from = 0; from < all.size(); from += items_read_at_once) {
            const std::size_t to = std::min(all.size(), from + items_read_at_once);
            TRY(read_some({all.begin() + static_cast<std::ptrdiff_t>(from),
                           all.begin() + static_cast<std::ptrdiff_t>(to)}));
        }
        return {};
    }

    void offer(KnewItem item) {
        item.bytes = item.text.size();
        if (!search_.found_in(item.text) && !search_.found_in(item.from)) {
            return;
        }
        ++answer_.items_found;
        answer_.items.push_back(std::move(item));
        // Erased by halves, so that each is moved a few times at most.
        if (answer_.items.size() / 2 >= items_max_) {
            keep_newest();
        }
    }

    void keep_newest() {
        std::vector<KnewItem>& items = answer_.items;
        if (items.size() > items_max_) {
            items.erase(items.begin(), items.end() - static_cast<std::ptrdiff_t>(items_max_));
        }
    }

private:
    Result<void> read_some(const std::vector<Told>& some) {
        Places places;
        Places call_places;
        for (const Told& told : some) {
            places.push_back(told.at);
            if (told.call.seq != 0) {
                call_places.push_back(told.call);
            }
        }
        std::ranges::sort(call_places);
        std::unordered_map<std::uint64_t, Event> calls;
        const std::unique_ptr<Cursor> found = events_at(store_, call_places, {});
        std::optional<Event> call = TRY(found->next());
        while (call) {
            calls.emplace(call->seq(), *call);
            call = TRY(found->next());
        }
        const std::unique_ptr<Cursor> events = events_at(store_, places, {});
        for (const Told& told : some) {
            const std::optional<Event> event = TRY(events->next());
            if (event) {
                const auto its_call = calls.find(told.call.seq);
                add(told, *event, its_call == calls.end() ? nullptr : &its_call->second);
            }
        }
        return {};
    }

    // A prompt that two emitters tell of comes twice, one right after the other.
    bool told_twice(const KnewItem& item) {
        const bool again = item.source == "prompt" && last_prompt_ == item.text;
        last_prompt_ = item.source == "prompt" ? std::optional(item.text) : std::nullopt;
        return again;
    }

    void add(const Told& told, const Event& event, const Event* call) {
        KnewItem item;
        item.event = event.id();
        item.time = event.time();
        item.when = when(event);
        item.after_call = model_call_ && told.at > *model_call_;
        item.is_new = !new_since_ || told.at > *new_since_;
        describe(item, told, event, call);
        if (told_twice(item)) {
            --answer_.items_total;
        } else {
            offer(std::move(item));
        }
    }

    const Store& store_;
    std::size_t items_max_;
    Knew& answer_;
    TextSearch search_;
    std::optional<Position> model_call_;
    std::optional<Position> new_since_;
    std::optional<std::string> last_prompt_;
};

// The model call before the last one: in the run, or else in the agent's runs before.
std::optional<Position> previous_call(const ToldTable& told, const Knew& answer) {
    if (answer.previous) {
        return position_of(*answer.previous);
    }
    const std::vector<Position> calls = told.model_calls(answer.event);
    const bool any = answer.model_call.has_value();
    for (auto at = calls.rbegin(); at != calls.rend(); ++at) {
        if (!any || *at < position_of(*answer.model_call)) {
            return *at;
        }
    }
    return std::nullopt;
}

// Messages that hold what is looked for.
void offer_messages(ItemReader& reader, const Knew& answer) {
    for (KnewMessage& message : messages_of(*answer.model_call)) {
        KnewItem item;
        item.event = answer.model_call->id();
        item.time = answer.model_call->time();
        item.when = when(*answer.model_call);
        item.source = "shown";
        item.from = message.role.value_or("");
        item.is_new = !answer.messages->compared || message.index >= answer.messages->kept;
        item.text = std::move(message.text);
        reader.offer(std::move(item));
    }
}

void cut_items(std::vector<KnewItem>& items, std::uint64_t limit) {
    std::vector<std::uint64_t> sizes;
    for (const KnewItem& item : items) {
        sizes.push_back(item.bytes);
    }
    const std::uint64_t share = share_of(limit, std::move(sizes));
    for (KnewItem& item : items) {
        item.cut = cut_text(item.text, share);
    }
}

}  // namespace

Result<void> add_items(Sessions& sessions, const ToldTable& told, const KnewRequest& request,
                       Knew& answer) {
    TextSearch search = TRY(TextSearch::from(request.search));
    const bool all = !request.search.empty();
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    const std::size_t items_max = request.items_max == 0 ? any : request.items_max;
    ToldBefore before = told.before(answer.event, all ? any : items_max);
    answer.items_total = before.total;
    if (answer.exact) {
        const Position call = position_of(*answer.model_call);
        std::erase_if(before.newest, [&](const Told& each) { return each.at < call; });
        answer.items_total = before.newest.size();
    } else if (!before.newest.empty() && before.first->at < before.newest.front().at) {
        before.newest.front() = *before.first;  // How it began says more than one step of many.
    }
    ItemReader reader(sessions.store(), items_max, answer, std::move(search));
    reader.set_new_since(previous_call(told, answer));
    if (answer.exact && all) {
        answer.items_total += answer.messages->total;
        offer_messages(reader, answer);
    }
    TRY(reader.read(before.newest));
    reader.keep_newest();
    answer.items_found = all ? answer.items_found : answer.items_total;
    if (request.limit > 0) {
        cut_items(answer.items, request.limit);
    }
    return {};
}

}  // namespace hence
