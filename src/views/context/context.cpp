#include "hence/context.h"

#include <utility>

#include "base/try.h"
#include "views/context/painter.h"

namespace hence {

std::string_view to_string(ContextType type) {
    switch (type) {
        case ContextType::incident: return "INCIDENT";
        case ContextType::thought: return "THOUGHT";
        case ContextType::tool_call: return "TOOL_CALL";
        case ContextType::observation: return "OBSERVATION";
        case ContextType::action: return "ACTION";
        case ContextType::decision: return "DECISION";
        case ContextType::outcome: return "OUTCOME";
    }
    return "";
}

Result<ContextGraph> context(const Store& store, const ContextRequest& request) {
    ContextPainting painting = TRY(paint_context(store, request));
    return std::move(painting.graph);
}

}  // namespace hence
