#include "hence/context.h"

#include <utility>

#include "base/try.h"
#include "views/context/painter.h"

namespace hence {

std::string_view to_string(DrawnType type) {
    switch (type) {
        case DrawnType::incident: return "INCIDENT";
        case DrawnType::thought: return "THOUGHT";
        case DrawnType::tool_call: return "TOOL_CALL";
        case DrawnType::observation: return "OBSERVATION";
        case DrawnType::action: return "ACTION";
        case DrawnType::decision: return "DECISION";
        case DrawnType::outcome: return "OUTCOME";
        case DrawnType::stack: return "STACK";
    }
    return "";
}

Result<ContextGraph> context(const Store& store, const ContextRequest& request) {
    ContextPainting painting = TRY(paint_context(store, request));
    return std::move(painting.graph);
}

}  // namespace hence
