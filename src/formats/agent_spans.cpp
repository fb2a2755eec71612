#include "formats/agent_spans.h"

namespace hence {

bool is_agent_spans(const Beginning&) {
    return false;
}

std::unique_ptr<Reader> read_agent_spans(const ReadOptions&) {
    return nullptr;
}

}  // namespace hence
