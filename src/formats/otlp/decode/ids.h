// The ids of traces and spans, in every spelling that emitters use.
//
// OTLP/JSON says hex, protobuf says bytes, and both are often sent as the other or as base64. The
// length tells them apart. All spellings of an id give the same lower-case hex, since a span and
// its children may come from emitters that spell differently.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hence {

enum class IdOf : std::uint8_t { trace, span };

// The id that a text of JSON or the bytes of protobuf spell, in lower-case hex: 32 digits of a
// trace, 16 of a span. Empty when they are empty or all zeros, which stands for none; nothing when
// they are no id.
//
// A text is hex in either case, or base64 of the bytes, or base64 of the hex text. Bytes are the id
// itself, or what becomes of its hex text when that is taken for base64.
std::optional<std::string> id_from_text(IdOf of, std::string_view text);
std::optional<std::string> id_from_bytes(IdOf of, std::string_view bytes);

}  // namespace hence
