#include "formats/reactive_agents.h"

namespace hence {

bool is_reactive_agents(const Beginning&) {
    return false;
}

std::unique_ptr<Reader> read_reactive_agents(const ReadOptions&) {
    return nullptr;
}

}  // namespace hence
