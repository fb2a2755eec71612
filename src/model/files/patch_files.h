// The files of a patch: of apply_patch's own form ("*** Update File: x"), and of a unified diff.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/files/named_file.h"

namespace hence {

struct PatchedFile {
    NamedFile file = {};
    std::string_view text = {};  // The lines of the patch that are about this file.
};

// The files that the patch names, in its order; none when the text is no patch. The parts live as
// long as `text`.
std::vector<PatchedFile> patched_files(std::string_view text, std::string_view base = {});

}  // namespace hence
