#include "views/write/layout.h"

namespace hence {
namespace {

thread_local TextLayout current;

}  // namespace

const TextLayout& text_layout() {
    return current;
}

LayoutScope::LayoutScope(const TextLayout& layout) : before_(current) {
    current = layout;
}

LayoutScope::~LayoutScope() {
    current = before_;
}

}  // namespace hence
