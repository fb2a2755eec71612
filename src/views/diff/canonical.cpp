#include <algorithm>
#include <utility>
#include <vector>

#include "model/json/json_number.h"
#include "model/json/json_slices.h"
#include "model/json/writer.h"
#include "views/diff/steps.h"

namespace hence {
namespace {

struct Member {
    std::string name;  // Unescaped; of a list, empty.
    std::string_view value;
};

// An object or list that is being written.
struct Open {
    bool object;
    std::vector<Member> members;
    std::size_t next = 0;
};

Open opened(std::string_view json) {
    Open open{.object = json.starts_with('{'), .members = {}};
    if (open.object) {
        MemberReader reader(json);
        std::string_view name;
        std::string_view value;
        while (reader.next(name, value)) {
            open.members.push_back({unescape(name), value});
        }
        // Stable: of members of one name, the order does matter.
        std::ranges::stable_sort(open.members, {}, &Member::name);
    } else {
        ElementReader reader(json);
        std::string_view value;
        while (reader.next(value)) {
            open.members.push_back({{}, value});
        }
    }
    return open;
}

void append_scalar(std::string& out, Json value) {
    if (value.is_string() && has_backslash(value.raw())) {
        append_token(out, unescape(value.raw()));
    } else if (value.is_number()) {
        append_canonical_number(out, value.raw());
    } else {
        out += value.raw();
    }
}

}  // namespace

// A stack of our own, so that nesting costs no call stack.
void append_canonical(std::string& out, std::string_view json) {
    std::vector<Open> open;
    JsonWriter writer(out);
    const auto append = [&](Json value) {
        if (value.is_object() || value.is_array()) {
            value.is_object() ? writer.begin_object() : writer.begin_list();
            open.push_back(opened(value.raw()));
        } else {
            append_scalar(writer.text(), value);
        }
    };
    append(Json(json));
    while (!open.empty()) {
        Open& inner = open.back();
        if (inner.next == inner.members.size()) {
            inner.object ? writer.end_object() : writer.end_list();
            open.pop_back();
            continue;
        }
        const Member& member = inner.members[inner.next++];
        if (inner.object) {
            writer.recorded_key(member.name);
        }
        append(Json(member.value));  // May move what `inner` and `member` name: last.
    }
}

}  // namespace hence
