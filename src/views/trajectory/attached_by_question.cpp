// The parts of a step, asked for one step at a time: a few index look-ups for each event.
#include <algorithm>
#include <utility>

#include "base/try.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/call.h"
#include "views/trajectory/attached.h"

namespace hence {
namespace {

class AskedParts final : public StepParts {
public:
    AskedParts(const Store& store, Sessions& sessions, const StepRange& range, KindsWithParts kinds)
        : store_(store), sessions_(sessions), range_(range), kinds_(kinds) {}

    Result<bool> belongs_elsewhere(const Event& event) override {
        if (event.kind() == Kind::log && !event.parent().empty()) {
            return is_log_of_something(event);
        }
        const std::optional<std::string> call = call_id_of(event);
        return event.kind() == Kind::observation && call ? ends_a_call(event, *call)
                                                         : Result<bool>(false);
    }

    Result<Parts> of(const Event& event) override {
        Parts parts;
        if (kinds_.observations && event.kind() == Kind::tool_call) {
            parts.end = TRY(end_of_call(sessions_, event));
        }
        if (!kinds_.logs || event.kind() == Kind::log) {
            return parts;
        }
        TRY(add_logs(event.id(), parts.logs));
        if (parts.end) {
            TRY(add_logs(parts.end->id(), parts.logs));
            std::ranges::sort(parts.logs, {}, position_of);
        }
        return parts;
    }

private:
    Result<bool> is_log_of_something(const Event& log) {
        const std::optional<Event> above = TRY(store_.find(log.parent()));
        if (!above || above->kind() == Kind::log) {
            return false;
        }
        return sessions_.shows(range_.session, *above);
    }

    Result<std::unique_ptr<Cursor>> others(const Event& event, const std::string& call,
                                           Direction direction) {
        const Scan scan{.direction = direction, .after = position_of(event)};
        return sessions_.named({Space::call, call}, range_.session, scan);
    }

    // It ends the call right before it; or else, being the last of them, one right behind it.
    Result<bool> ends_a_call(const Event& event, const std::string& call) {
        const auto before = TRY(others(event, call, Direction::backward));
        const std::optional<Event> last = TRY(before->next());
        if (last && last->kind() == Kind::tool_call) {
            return true;
        }
        const auto behind = TRY(others(event, call, Direction::forward));
        std::optional<Event> next = TRY(behind->next());
        bool called = false;
        while (next && next->kind() == Kind::tool_call) {
            called = true;
            next = TRY(behind->next());
        }
        return called && !next;
    }

    Result<void> add_logs(std::string_view id, std::vector<Event>& logs) {
        const auto cursor = TRY(store_.scan({Space::parent, std::string(id)}));
        std::optional<Event> child = TRY(cursor->next());
        while (child) {
            const bool log = child->kind() == Kind::log && child->seq() <= range_.seq_max;
            const bool shown =
                TRY(log ? sessions_.shows(range_.session, *child) : Result<bool>(false));
            if (shown) {
                logs.push_back(std::move(*child));
            }
            child = TRY(cursor->next());
        }
        return {};
    }

    const Store& store_;
    Sessions& sessions_;
    StepRange range_;
    KindsWithParts kinds_;
};

}  // namespace

Result<KindsWithParts> kinds_with_parts(const Store& store, Sessions& sessions,
                                        std::string_view session) {
    const bool loose = TRY(sessions.scattered(session));
    const Lineage* const lineage = TRY(sessions.lineage(session));
    const std::optional<Summary> row = TRY(store.summary(Space::session, session));
    if (loose || lineage->is_fork() || !row) {
        return KindsWithParts();
    }
    return KindsWithParts{row->kinds.contains(std::string(name_of(Kind::log))),
                          row->kinds.contains(std::string(name_of(Kind::observation)))};
}

Result<std::unique_ptr<StepParts>> asked_step_parts(const Store& store, Sessions& sessions,
                                                    const StepRange& range) {
    const KindsWithParts kinds = TRY(kinds_with_parts(store, sessions, range.session));
    return std::unique_ptr<StepParts>(std::make_unique<AskedParts>(store, sessions, range, kinds));
}

}  // namespace hence
