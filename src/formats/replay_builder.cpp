#include "formats/replay_builder.h"

namespace hence {

bool is_replay_builder(const Beginning&) {
    return false;
}

std::unique_ptr<Reader> read_replay_builder(const ReadOptions&) {
    return nullptr;
}

}  // namespace hence
