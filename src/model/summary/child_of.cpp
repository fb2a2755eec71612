#include "model/summary/child_of.h"

#include "model/json/members.h"

namespace hence {

std::string child_of(const Event& delegation) {
    const auto [child, run, sort] =
        members<3>(delegation.fields(), {"child_id", "run_id", "agent_type"});
    std::string name = child.string().value_or("");
    std::string named = sort.string().value_or("");
    return !named.empty() && !name.empty() && run.string() == name ? named : name;
}

}  // namespace hence
