// Functions of SQL that take the place of SQLite's own, because theirs can run for hours.
//
// SQLite looks at the clock between two instructions, and a function is one instruction. Its instr,
// replace and trim compare two texts in a time that grows with the product of their lengths, and
// its printf repeats a character two billion times when asked to, only to find that this is too
// long.
#pragma once

#include <sqlite3.h>

namespace hence::sqlite {

// instr and replace search in linear time. trim, ltrim and rtrim take at most 256 bytes of
// characters to remove. printf and format fail at once where %c would repeat a character more often
// than a text may have bytes, and wherever what they print is too long; SQLite's own give null. The
// result code of SQLite.
int add_functions(sqlite3* connection);

}  // namespace hence::sqlite
