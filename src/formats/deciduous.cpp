#include "formats/deciduous.h"

namespace hence {

bool is_deciduous(const Beginning&) {
    return false;
}

std::unique_ptr<Reader> read_deciduous(const ReadOptions&) {
    return nullptr;
}

}  // namespace hence
