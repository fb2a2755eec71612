// The C interface: a door to the store, and answers as texts.
//
// Everything that a C program can ask is a route, and everything that it records goes through the
// same intake as `hence record`. So there is no second list of calls to keep up with the first.
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "api/guarded.h"
#include "api/host_door.h"
#include "base/process.h"
#include "base/try.h"
#include "hence/c.h"
#include "hence/version.h"
#include "model/json/json.h"
#include "server/wire/http.h"

struct hence_answer {
    int status = 0;
    std::string text;
};

struct hence_store {
    hence::ProcessMark opened_in;
    std::unique_ptr<hence::Door> door;
};

namespace hence {
namespace {

constexpr std::size_t receipt_depth_max = 16;

struct LastFailure {
    std::string message;
    std::string code;
};

LastFailure& last_failure() {
    thread_local LastFailure failure;
    return failure;
}

void remember(const Error& error) noexcept {
    try {
        last_failure().message = one_line(error);
        last_failure().code = name_of(error.code);
    } catch (...) {
        last_failure().message.clear();  // Not even memory for a sentence.
    }
}

Error in_a_child() {
    return {Code::unsupported, "the store was opened before this process was forked",
            "open it again after fork, or start the child with exec"};
}

Error no_store() {
    return {Code::invalid, "there is no store", "hence_open gives one"};
}

Result<std::unique_ptr<hence_answer>> asked(hence_store* store, const Request& request) {
    if (store == nullptr) {
        return no_store();
    }
    if (!store->opened_in.is_here()) {
        return in_a_child();
    }
    auto answer = std::make_unique<hence_answer>();
    const Form form = request.form();
    const Reply reply = TRY(store->door->send(request, [&](std::string_view piece) {
        answer->text += piece;
        return Result<void>();
    }));
    answer->status = 200;
    if (reply.refused) {
        const Response refusal = error_response(*reply.refused, form);
        answer->status = refusal.status;
        answer->text = refusal.body;
    }
    return answer;
}

Result<Request> request_of(const char* method, const char* target, const char* accept) {
    if (method == nullptr || target == nullptr) {
        return Error{Code::invalid, "a question needs a method and a target",
                     "such as \"GET\" and \"/api/v1/sessions\""};
    }
    Request request;
    request.method = method;
    TRY(parse_target(target, request));
    request.headers["accept"] = accept == nullptr ? "application/json" : accept;
    return request;
}

Result<hence_receipt> append_lines(hence_store* store, std::string_view lines) {
    Request request{.method = "POST", .path = {"api", "v1", "events"}};
    request.headers["accept"] = "application/json";
    request.headers["content-type"] = "application/x-ndjson";
    request.query.emplace("source", "embedded");
    request.body = lines;
    const std::unique_ptr<hence_answer> answer = TRY(asked(store, request));
    if (answer->status >= 400) {
        return error_in(answer->text, "application/json", 2);
    }
    const std::string json = TRY(minify(answer->text, receipt_depth_max));
    const Json receipt(json);
    const auto count = [&](std::string_view name) {
        return static_cast<std::uint64_t>(receipt[name].number().value_or(0));
    };
    return hence_receipt{.accepted = count("accepted"),
                         .duplicates = count("duplicates"),
                         .quarantined = count("quarantined"),
                         .first_seq = count("first_seq"),
                         .last_seq = count("last_seq")};
}

}  // namespace
}  // namespace hence

// A C program sees none of the types behind these.
using hence::guarded;
using hence::remember;

extern "C" {

const char* hence_version(void) {
    return hence::version().data();  // A literal.
}

hence_store* hence_open(const char* place, const char* name, const char* token) {
    auto opened = guarded([&]() -> hence::Result<hence_store*> {
        if (place == nullptr || *place == '\0') {
            return hence::Error{hence::Code::invalid, "no place was named",
                                "name a directory, memory: or http://host:port"};
        }
        auto store = std::make_unique<hence_store>();
        store->door = TRY(hence::open_host_door({.place = place,
                                                 .name = name == nullptr ? "" : name,
                                                 .token = token == nullptr ? "" : token}));
        return store.release();
    });
    if (!opened) {
        remember(opened.error());
        return nullptr;
    }
    return *opened;
}

int hence_append(hence_store* store, const char* lines, size_t size, hence_receipt* receipt) {
    if (receipt != nullptr) {
        *receipt = {};
    }
    const auto appended = guarded([&]() -> hence::Result<hence_receipt> {
        if (lines == nullptr && size > 0) {
            return hence::Error{hence::Code::invalid, "no lines were given"};
        }
        return hence::append_lines(store, std::string_view(lines, lines == nullptr ? 0 : size));
    });
    if (!appended) {
        remember(appended.error());
        return -1;
    }
    if (receipt != nullptr) {
        *receipt = *appended;
    }
    return appended->quarantined == 0 ? 0 : 1;
}

// C cannot pass a request as a literal, so its parts are parameters.
// NOLINTNEXTLINE(readability-function-size)
hence_answer* hence_ask(hence_store* store, const char* method, const char* target,
                        const char* accept, const char* body, size_t body_size) {
    auto answer = guarded([&]() -> hence::Result<hence_answer*> {
        hence::Request request = TRY(hence::request_of(method, target, accept));
        if (body != nullptr) {
            request.body.assign(body, body_size);
        }
        std::unique_ptr<hence_answer> given = TRY(hence::asked(store, request));
        return given.release();
    });
    if (!answer) {
        remember(answer.error());
        return nullptr;
    }
    return *answer;
}

int hence_answer_status(const hence_answer* answer) {
    return answer == nullptr ? 0 : answer->status;
}

const char* hence_answer_text(const hence_answer* answer, size_t* size) {
    if (size != nullptr) {
        *size = answer == nullptr ? 0 : answer->text.size();
    }
    return answer == nullptr ? "" : answer->text.c_str();
}

void hence_answer_free(hence_answer* answer) {
    const std::unique_ptr<hence_answer> freed(answer);
}

const char* hence_last_error(void) {
    return hence::last_failure().message.c_str();
}

const char* hence_last_error_code(void) {
    return hence::last_failure().code.c_str();
}

void hence_close(hence_store* store) {
    if (store != nullptr && !store->opened_in.is_here()) {
        // Its threads and locks are the parent's: whatever waits for them would wait for ever.
        static_cast<void>(store->door.release());
    }
    const std::unique_ptr<hence_store> freed(store);
}

}  // extern "C"
