#include "store/format/refused_names.h"

#include <optional>

#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

RefusedNames names_in_refused(std::string_view line) {
    RefusedNames names;
    // However deep it nests: that may be why it was refused.
    const Result<std::string> text = minify(line, line.size() + 1);
    if (!text || !Json(*text).is_object()) {
        return names;
    }
    Json(*text).each_member([&names](std::string_view key, Json value) {
        if (const std::optional<std::string> name = value.string()) {
            if (key == "id") {
                names.ids.push_back(*name);
            } else if (key == "session") {
                names.sessions.push_back(*name);
            }
        }
        return true;
    });
    return names;
}

}  // namespace hence
