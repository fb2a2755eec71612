// Forks, rewinds and checkpoints: looks what the session shows, and appends one event if that is
// still so when it is committed. If something was recorded in between, it looks again.
#include "hence/branch.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/ids.h"
#include "model/json/writer.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/text.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

// Each time an attempt fails, somebody else has recorded something. So this ends.
constexpr int attempts_max = 1'000;
constexpr std::size_t name_max = 1'024;  // Of a session.
constexpr std::size_t mark_size = 8;

// What is to be appended, whatever it is.
struct Wish {
    Kind kind = Kind::session_fork;
    std::string session;  // The whole name.
    std::string point;    // As it was asked for; empty: the newest.
    std::string name;     // Of the fork or the checkpoint.
    std::string agent;
    std::string id;
};

bool is_branching(const Event& event) {
    return event.kind() == Kind::session_fork || event.kind() == Kind::session_rewind ||
           event.kind() == Kind::session_checkpoint;
}

Error not_shown(std::string_view point, std::string_view session) {
    return {Code::not_found,
            fmt::format("session {} has no event and no checkpoint {}", hence::quoted(session),
                        hence::quoted(point)),
            fmt::format("`hence events --session {}` lists its events", printable(session))};
}

// One wish on its way into the store.
class Branching {
public:
    Branching(Store& store, Wish wish) : store_(store), wish_(std::move(wish)) {}

    Result<Event> run() {
        for (int attempt = 0; attempt < attempts_max; ++attempt) {
            std::optional<Event> recorded = TRY(attempt_once());
            if (recorded) {
                return std::move(*recorded);
            }
        }
        return Error{Code::conflict, "others record faster than this can be", "try again"};
    }

private:
    // What an attempt saw: the point that was asked for or else where the session stands, and its
    // newest event.
    struct Seen {
        Event point;
        Event newest;
    };

    Result<std::optional<Event>> attempt_once();
    Result<Event> answer_again(const Event& known) const;
    Result<Seen> look(const Store& store) const;
    static Result<Event> marked_by(const Store& store, Event event);
    Result<std::optional<Event>> point_in(Sessions& sessions) const;
    Result<void> check_name(const Store& store) const;
    Result<Event> compose(const Seen& seen) const;

    Store& store_;
    Wish wish_;
};

// A checkpoint stands for the event that it marks.
Result<Event> Branching::marked_by(const Store& store, Event event) {
    std::optional<Event> marked;
    if (event.kind() == Kind::session_checkpoint) {
        marked = TRY(store.find(text_field(event, "at")));
    }
    return marked ? std::move(*marked) : std::move(event);
}

// An event of that id if the session shows it, else the newest checkpoint of that name.
Result<std::optional<Event>> Branching::point_in(Sessions& sessions) const {
    const Result<Event> named = resolve_event(sessions.store(), wish_.point);
    if (named) {
        const bool shown = TRY(sessions.shows(wish_.session, *named));
        if (shown) {
            Event point = TRY(marked_by(sessions.store(), *named));
            return std::optional<Event>(std::move(point));
        }
    } else if (named.error().code != Code::not_found && named.error().code != Code::invalid) {
        return named.error();
    }
    const auto cursor = TRY(sessions.events(wish_.session, {.direction = Direction::backward}));
    std::optional<Event> event = TRY(cursor->next());
    while (event && !(event->kind() == Kind::session_checkpoint &&
                      text_field(*event, "name") == wish_.point)) {
        event = TRY(cursor->next());
    }
    if (event) {
        event = TRY(marked_by(sessions.store(), std::move(*event)));
    } else if (!named && named.error().code == Code::invalid) {
        return named.error();
    }
    return event;
}

// Forks, rewinds and checkpoints are stamped by this machine's clock, and what they are about may
// be much older: the newest event is the newest of all others.
Result<Branching::Seen> Branching::look(const Store& store) const {
    Sessions sessions(store);
    const Lineage* const lineage = TRY(sessions.lineage(wish_.session));
    const auto cursor = TRY(sessions.events(wish_.session, {.direction = Direction::backward}));
    std::optional<Event> newest;
    std::optional<Event> tip;
    std::optional<Event> any;
    for (std::optional<Event> event = TRY(cursor->next()); event && !tip;) {
        if (!is_branching(*event)) {
            newest = newest ? newest : event;
            tip = lineage->is_abandoned(position_of(*event)) ? std::nullopt : event;
        }
        any = any ? any : event;
        event = TRY(cursor->next());
    }
    newest = newest ? newest : any;
    tip = tip ? tip : newest;
    if (tip && !wish_.point.empty()) {
        tip = TRY(point_in(sessions));
    }
    if (!newest || !tip) {
        return not_shown(wish_.point, wish_.session);
    }
    return Seen{std::move(*tip), std::move(*newest)};
}

Result<void> Branching::check_name(const Store& store) const {
    if (wish_.kind != Kind::session_fork) {
        return {};
    }
    const std::optional<Summary> known = TRY(store.summary(Space::session, wish_.name));
    if (known) {
        return Error{Code::conflict,
                     fmt::format("there is a session {} already", hence::quoted(wish_.name)),
                     "choose another name with --as, or leave it out"};
    }
    return {};
}

// A session may be stamped ahead of this machine's clock: what goes on from a point is not before
// it.
Result<Event> Branching::compose(const Seen& seen) const {
    const bool forks = wish_.kind == Kind::session_fork;
    const Event& last = forks ? seen.point : seen.newest;
    const Time present = to_the_millisecond(now());
    std::string text;
    JsonWriter json(text);
    json.begin_object().member("id", Exact{wish_.id}).member("kind", name_of(wish_.kind));
    json.member("time", std::max(present, last.time())).member_if_any("agent", {wish_.agent});
    json.member("session", Exact{forks ? wish_.name : wish_.session});
    json.member("parent", Exact{seen.point.id()}).key("fields").begin_object();
    if (forks) {
        json.member("origin", Exact{wish_.session}).member("at", Exact{seen.point.id()});
    } else if (wish_.kind == Kind::session_rewind) {
        json.member("to", Exact{seen.point.id()}).member("from", Exact{seen.newest.id()});
    } else {
        json.member_if_any("name", {wish_.name}).member("at", Exact{seen.point.id()});
    }
    json.end_object().end_object();
    const Event event = TRY(Event::parse(text));
    return event.with_source("native");
}

// For a request whose id is known: the same answer if it is the same request, else a conflict.
Result<Event> Branching::answer_again(const Event& known) const {
    const bool forks = wish_.kind == Kind::session_fork;
    const std::string point = text_field(known, wish_.kind == Kind::session_rewind ? "to" : "at");
    // A checkpoint may be named instead: then the id alone says that it is the same request.
    const bool named =
        wish_.point.empty() || point.starts_with(wish_.point) || point.ends_with(wish_.point);
    const std::optional<Event> other =
        TRY(named ? std::optional<Event>() : store_.find(wish_.point));
    const bool same = known.kind() == wish_.kind && !other &&
                      known.session() == (forks ? wish_.name : wish_.session) &&
                      (!forks || text_field(known, "origin") == wish_.session);
    if (same) {
        return known;
    }
    return Error{
        Code::conflict,
        fmt::format("another event has the id {}: {}", printable(known.id()), summary(known)),
        "choose another one, or leave it out"};
}

// Nothing when what it saw was no longer so at the commit.
Result<std::optional<Event>> Branching::attempt_once() {
    const std::optional<Event> known = TRY(store_.find(wish_.id));
    if (known) {
        const Event again = TRY(answer_again(*known));
        return std::optional<Event>(again);
    }
    TRY(check_name(store_));
    const Seen seen = TRY(look(store_));
    const Event event = TRY(compose(seen));
    Batch batch;
    batch.events.push_back({.event = event});
    bool moved = false;
    const Result<Receipt> receipt = store_.append(batch, [&](const Store& inside) -> Result<void> {
        const std::optional<Event> taken = TRY(inside.find(wish_.id));
        const Result<void> free = check_name(inside);
        const Result<Seen> now_seen = look(inside);
        moved = taken || !free || !now_seen || now_seen->point.id() != seen.point.id() ||
                now_seen->newest.id() != seen.newest.id();
        return moved ? Result<void>(Error{Code::conflict, "the log has moved on"}) : Result<void>();
    });
    if (!receipt && !moved) {
        return receipt.error();
    }
    if (moved || !receipt->rejections.empty()) {
        return std::optional<Event>();
    }
    return store_.find(wish_.id);
}

}  // namespace

Result<Event> fork_session(Store& store, const ForkRequest& request) {
    std::string session = TRY(resolve_name(store, Space::session, request.session));
    std::string id = request.id.empty() ? new_id() : request.id;
    std::string name = request.as;
    if (name.empty()) {
        const std::string mark = id.size() > mark_size ? id.substr(id.size() - mark_size) : id;
        name = session + "-fork-" + mark;
        name = name.size() > name_max ? id : name;
    }
    return Branching(store, {.kind = Kind::session_fork,
                             .session = std::move(session),
                             .point = request.at,
                             .name = std::move(name),
                             .agent = request.agent,
                             .id = std::move(id)})
        .run();
}

Result<Event> rewind_session(Store& store, const RewindRequest& request) {
    if (request.to.empty()) {
        return Error{Code::invalid, "no event is named to go back to", "name it with --to"};
    }
    std::string session = TRY(resolve_name(store, Space::session, request.session));
    return Branching(store, {.kind = Kind::session_rewind,
                             .session = std::move(session),
                             .point = request.to,
                             .name = {},
                             .agent = request.agent,
                             .id = request.id.empty() ? new_id() : request.id})
        .run();
}

Result<Event> checkpoint_session(Store& store, const CheckpointRequest& request) {
    std::string session = TRY(resolve_name(store, Space::session, request.session));
    return Branching(store, {.kind = Kind::session_checkpoint,
                             .session = std::move(session),
                             .point = {},
                             .name = request.name,
                             .agent = request.agent,
                             .id = request.id.empty() ? new_id() : request.id})
        .run();
}

std::string branch_line(const Event& event) {
    const std::string session = printable(event.session());
    const std::string at = printable(text_field(event, "at"));
    if (event.kind() == Kind::session_fork) {
        return fmt::format("forked {} at {} as {}", printable(text_field(event, "origin")), at,
                           session);
    }
    if (event.kind() == Kind::session_rewind) {
        return fmt::format("rewound {} to {}", session, printable(text_field(event, "to")));
    }
    const std::string name = printable(text_field(event, "name"));
    return fmt::format("checkpoint {}{}of {} at {}", name, name.empty() ? "" : " ", session, at);
}

}  // namespace hence
