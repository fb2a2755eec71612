#include "model/goal.h"

#include "model/facts.h"
#include "model/kinds.h"

namespace hence {

std::string goal_stated(const Event& event) {
    if (event.kind() == Kind::session_start) {
        return text_field(event, "goal");
    }
    if (event.kind() == Kind::prompt) {
        return text_field(event, "text");
    }
    const Json node = event.kind() == Kind::graph_node ? field(event, "node") : Json();
    return node["type"].string() == "goal" ? node["label"].string().value_or("") : std::string();
}

}  // namespace hence
