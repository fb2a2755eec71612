// The ids of one text answer as its rows show them: short, no two alike, and good to be typed
// again.
//
// Eight characters tell events apart whose ids a program made by lot. Ids that people make often
// begin alike ("position-1", "position-2"): where another row shows the same, more of the beginning
// or the end is shown, or all of it. The first 100,000 rows of an answer are told apart so. The
// store is not asked: looking for all ids that fit would take as long as reading all of them, for
// each row.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace hence {

class ShownIds {
public:
    // Printable, and the same for the same id.
    std::string of(std::string_view id);

private:
    std::map<std::string, std::string, std::less<>> by_id_;
    std::set<std::string, std::less<>> used_;
};

}  // namespace hence
