#include "formats/common/parts.h"

#include <algorithm>
#include <utility>

#include "formats/common/beginning.h"

namespace hence {

std::optional<TextPart> TextParts::next() {
    if (rest_.empty()) {
        return std::nullopt;
    }
    std::size_t size = rest_.size();
    if (size > part_bytes && !(line_ == 1 && begins_as_document(rest_))) {
        size = std::min(rest_.find('\n', part_bytes - 1), rest_.size() - 1) + 1;
    }
    const TextPart part{rest_.substr(0, size), line_};
    rest_.remove_prefix(size);
    line_ += static_cast<std::uint64_t>(std::ranges::count(part.text, '\n'));
    return part;
}

}  // namespace hence
