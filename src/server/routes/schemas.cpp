// The shape of what several answers contain, keys in the order in which they are written. What one
// answer alone contains stands beside its route.
#include "server/routes/openapi.h"

namespace hence {
namespace {

constexpr SchemaText texts[] = {
    {"Error", "error:ErrorDetail", "What went wrong."},
    {"ErrorDetail",
     "code:(invalid|not_found|conflict|limit|corrupt|io|unsupported|unauthorized|forbidden|busy) "
     "message:s hint:s?"},
    {"Rejected", "option:s rejected_because:s"},
    {"Rationale", "why:s ~refs:[s] ~alternatives:[Rejected] ~confidence:n",
     "Why, as the agent gave it."},
    {"Event",
     "id:s kind:s time:t ~agent:s ~session:s ~run:s ~parent:s ~causes:[s] ~correlation:s "
     "~iteration:i ~duration_ms:n ~rationale:Rationale ~fields:object seq:i received:t ~source:s "
     "~flags:[s]",
     "An event as it is stored; what is absent is left out."},
    {"Receipt",
     "accepted:i duplicates:i quarantined:i pending:i first_seq:i? last_seq:i? "
     "assigned:[AssignedId] ~redacted:i ~checkpoint:i ~refused:[RefusedLine] ~notes:[s] ~noted:i",
     "What became of a text of events."},
    {"AssignedId", "line:i id:s"},
    {"RefusedLine", "line:i source:s reason:s"},
    {"Completeness",
     "complete:b missing_parents:[MissingParent] cycles:[[s]] unresolved_refs:[UnresolvedRef] "
     "uncaused:[s] truncated:i gaps:[Gap] ~erased:i",
     "What an answer lacks. Without erased, nothing was erased."},
    {"MissingParent", "event:s parent:s"},
    {"UnresolvedRef", "event:s ref:s"},
    {"Gap", "rule:s event:s? detail:s"},
    {"ChainLink",
     "event_id:s kind:s agent:s? time:t summary:s rationale:Rationale? said:s? via:LinkOrigin? "
     "also:[LinkOrigin] ~inherited:s? ~abandoned:b",
     "inherited and abandoned are there where the session is a fork or was rewound."},
    {"LinkOrigin", "from:s type:s provenance:(explicit|derived|assumed)"},
    {"Tokens", "input:n? output:n? cache_read:n? cache_write:n? reasoning:n? total:n?",
     "Null: nobody said. input: without the cache; reasoning: part of output; total: all."},
    {"RejectedOption", "option:s? rejected_because:s?"},
};

}  // namespace

std::span<const SchemaText> shared_schemas() {
    return texts;
}

}  // namespace hence
