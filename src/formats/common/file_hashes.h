// Files inside a record. Transcripts hold pictures and documents as base64. Hence stores what is
// needed to know such a file again, which is its type, its size and its SHA-256, and not its bytes:
// they would fill the store, and no answer shows them.
#pragma once

#include <string>

namespace hence {

// The JSON with every such file as "data:TYPE;bytes=SIZE;sha256=HEX,", a data URL without data. A
// file is the text of a data URL in base64, or base64 in a member `data`, `base64`, `b64_json` or
// `result` that either stands beside a media type or begins as a picture or a PDF does. Other text
// stays as it is. `json` must be valid and without insignificant white space.
std::string files_by_hash(std::string json);

}  // namespace hence
