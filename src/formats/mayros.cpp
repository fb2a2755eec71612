#include "formats/mayros.h"

namespace hence {

bool is_mayros(const Beginning&) {
    return false;
}

std::unique_ptr<Reader> read_mayros(const ReadOptions&) {
    return nullptr;
}

}  // namespace hence
