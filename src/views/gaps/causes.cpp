#include "views/gaps/causes.h"

#include <optional>
#include <utility>

#include "base/try.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "views/cause/call.h"

namespace hence {

void CauseGaps::note_requests(const Event& model_call, std::string_view session) {
    field(model_call, "call_ids").each_element([&](Json id) {
        if (const std::string text = id.string().value_or(""); !text.empty()) {
            requested_.number_of(joined(session, text));
        }
        return true;
    });
}

bool CauseGaps::was_asked_for(const Event& event, std::string_view session) {
    const bool is_call = event.kind() == Kind::tool_call;
    const std::optional<std::string> id =
        is_call || event.kind() == Kind::observation ? call_id_of(event) : std::nullopt;
    if (!id || session.empty()) {
        return false;
    }
    const std::string key = joined(session, *id);
    const bool requested = requested_.find(key) != TextNumbers::none;
    if (is_call) {
        called_.number_of(key);
        return requested;
    }
    return requested || called_.find(key) != TextNumbers::none;
}

Result<void> CauseGaps::add(const Event& event, std::string_view session, Stands stands) {
    const bool names_one =
        !event.parent().empty() || !event.causes().empty() || event.kind() == Kind::outcome;
    if (!names_one && stands == Stands::first_of_its_session) {
        return {};
    }
    asking_ = asking_ || !names_one;
    if (asking_ && event.kind() == Kind::llm_call) {
        note_requests(event, session);
    }
    if (names_one || was_asked_for(event, session)) {
        ++checked_;
        return {};
    }
    const bool begins = TRY(links_.is_beginning(event));
    if (begins) {
        return {};
    }
    ++checked_;
    std::vector<MissingParent> missing;
    const std::optional<Link> cause = TRY(links_.first_cause(event, missing));
    if (!cause) {
        uncaused_.emplace_back(event.id());
    }
    return {};
}

void CauseGaps::settle(Completeness& completeness, GapList& gaps) {
    gaps.checked(gap_rule::uncaused, checked_, if_none(checked_, "no event needs a cause"));
    completeness.uncaused = std::move(uncaused_);
}

}  // namespace hence
