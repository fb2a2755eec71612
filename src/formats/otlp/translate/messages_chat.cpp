// Where the messages are in a value: frameworks send lists of them, requests and responses as their
// model's interface has them, or the state of a graph.
#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "formats/otlp/decode/loose_json.h"
#include "formats/otlp/translate/messages.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"

namespace hence {
namespace {

std::size_t members_of(Json object) {
    std::size_t count = 0;
    MemberReader reader(object.raw());
    std::string_view name;
    std::string_view value;
    while (reader.next(name, value)) {
        count += value == "null" ? 0 : 1;
    }
    return count;
}

class ChatFinder {
public:
    ChatFinder(std::string_view role, std::deque<std::string>& kept) : role_(role), kept_(kept) {}

    Chat find(Json value) {
        if (value.is_object()) {
            look_into(value);
        } else if (value.is_array()) {
            take_list(value);
            chat_.recognised = true;
            chat_.whole = true;
        } else if (value.present()) {
            take(value);
            chat_.recognised = value.is_string();
            chat_.whole = true;
        }
        return std::move(chat_);
    }

private:
    // Texts and numbers become messages.
    void take(Json element) {
        const Json one = loosened(element, kept_).value;
        if (one.is_object()) {
            chat_.elements.push_back(one);
        } else if (one.present()) {
            chat_.elements.emplace_back(kept_.emplace_back(message_json(role_, one)));
        }
    }

    // A list of lists is one list: batches of one.
    void take_list(Json list) {
        ElementReader elements(list.raw());
        std::string_view element;
        while (elements.next(element)) {
            if (!Json(element).is_array()) {
                take(Json(element));
                continue;
            }
            ElementReader inner(element);
            std::string_view one;
            while (inner.next(one)) {
                take(Json(one));
            }
        }
    }

    bool take_any(Json value) {
        const std::size_t before = chat_.elements.size();
        if (value.is_array()) {
            take_list(value);
        } else {
            take(value);
        }
        return chat_.elements.size() > before;
    }

    void take_system(Json request) {
        Json system = request["config"]["system_instruction"];
        for (const std::string_view name : {"system", "system_instruction", "instructions"}) {
            system = system.present() ? system : request[name];
        }
        if (system.is_object()) {
            chat_.elements.push_back(system);
        } else if (system.present() && system.raw() != "\"\"") {
            chat_.elements.emplace_back(kept_.emplace_back(message_json("system", system)));
        }
    }

    // The state of a graph, or the arguments of a function, may stand one level further in.
    void look_into(Json object) {
        const ObjectMembers members(object.raw());
        for (const std::string_view name : {"inputs", "outputs"}) {
            const Json inside = members[name];
            if (inside.is_object()) {
                look_into_one(inside, ObjectMembers(inside.raw()));
                chat_.whole = false;
                return;
            }
        }
        look_into_one(object, members);
    }

    void look_into_one(Json object, const ObjectMembers& members) {
        chat_.recognised = true;
        const bool is_message = members["role"].is_string() || members["parts"].is_array() ||
                                members["kwargs"].is_object() || members["message"].is_object() ||
                                members["toolCalls"].is_array();
        if (is_message) {
            chat_.elements.push_back(object);
            chat_.whole = true;
            return;
        }
        static constexpr std::array<std::string_view, 3> asked = {"messages", "contents",
                                                                  "input_messages"};
        static constexpr std::array<std::string_view, 5> answered = {
            "choices", "output", "generations", "new_message", "replies"};
        if (look_under(object, asked, true) || look_under(object, answered, false)) {
            return;
        }
        if (object["content"].is_object()) {
            chat_.elements.push_back(object["content"]);
            return;
        }
        static constexpr std::array<std::string_view, 12> said = {
            "input", "prompt", "query",   "question", "user_input", "goal",
            "task",  "text",   "content", "answer",   "result",     "response"};
        if (look_under(object, said, true)) {
            return;
        }
        chat_.recognised = false;
        chat_.whole = true;
        chat_.elements.emplace_back(kept_.emplace_back(message_json(role_, object)));
    }

    bool look_under(Json object, std::span<const std::string_view> names, bool with_system) {
        for (const std::string_view name : names) {
            const Json value = loosened(object[name], kept_).value;
            if (!value.present() || says_no_message(value)) {
                continue;
            }
            if (with_system) {
                take_system(object);
            }
            const std::size_t expected = chat_.elements.size() + 1;
            if (take_any(value)) {
                chat_.whole = members_of(object) == expected && !object["config"].present();
                return true;
            }
            chat_.elements.clear();
        }
        return false;
    }

    static bool says_no_message(Json value) {
        return !value.is_string() && !value.is_array() && !value["role"].present() &&
               !value["parts"].present() && !value["message"].present();
    }

    std::string_view role_;
    std::deque<std::string>& kept_;
    Chat chat_;
};

}  // namespace

std::string Chat::to_json(std::string_view role) const {
    std::string json = "[";
    for (const Json& element : elements) {
        json += json.size() > 1 ? "," : "";
        json += spoken(element, role);
    }
    json += ']';
    return json;
}

Chat chat_in(Json value, std::string_view role, std::deque<std::string>& kept) {
    return ChatFinder(role, kept).find(value);
}

}  // namespace hence
