#include "formats/nous.h"

namespace hence {

bool is_nous(const Beginning&) {
    return false;
}

std::unique_ptr<Reader> read_nous(const ReadOptions&) {
    return nullptr;
}

}  // namespace hence
