#include "formats/cortex.h"

namespace hence {

bool is_cortex(const Beginning&) {
    return false;
}

std::unique_ptr<Reader> read_cortex(const ReadOptions&) {
    return nullptr;
}

}  // namespace hence
