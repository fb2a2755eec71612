#include "server/door/door.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "base/try.h"
#include "intake/redaction.h"
#include "model/json/json.h"
#include "server/door/client.h"
#include "server/router/router.h"
#include "server/wire/authority.h"

namespace hence {
namespace {

constexpr std::size_t error_depth_max = 8;
constexpr std::uint16_t http_port = 80;
constexpr std::chrono::milliseconds network_patience{600'000};
// How often a server that is busy is asked again, and how long is waited between.
constexpr int busy_tries_max = 30;
constexpr std::chrono::milliseconds busy_pause{1'000};

class LocalDoor : public Door {
public:
    explicit LocalDoor(std::unique_ptr<Store> store) : store_(std::move(store)) {
        redaction_.keep_key_with(*store_);
    }

    Result<Reply> send(const Request& request, const Sink& sink) override {
        return deliver(handle({.store = *store_, .redaction = &redaction_}, request), sink);
    }

private:
    std::unique_ptr<Store> store_;
    Redaction redaction_;
};

class StandbyDoor : public Door {
public:
    StandbyDoor(std::unique_ptr<Store> standby, OpenStore open_primary)
        : standby_(std::move(standby)), open_primary_(std::move(open_primary)) {}

    Result<Reply> send(const Request& request, const Sink& sink) override {
        const Route* const route = find_route(request).route;
        if (route != nullptr && may_be_stale(*route)) {
            return deliver(
                handle({.store = *standby_, .redaction = &redaction_, .stale = true}, request),
                sink);
        }
        if (primary_ == nullptr) {
            primary_ = TRY(open_primary_());
        }
        return deliver(handle({.store = *primary_, .redaction = &redaction_}, request), sink);
    }

private:
    std::unique_ptr<Store> standby_;
    OpenStore open_primary_;
    std::unique_ptr<Store> primary_;
    Redaction redaction_;
};

class RemoteDoor : public Door {
public:
    RemoteDoor(std::string host, const std::string& token) : host_(std::move(host)) {
        if (!token.empty()) {
            authorization_ = "Bearer " + token;
        }
    }

    Result<Reply> send(const Request& request, const Sink& sink) override {
        const Request* asked = &request;
        Request authorized;
        if (!authorization_.empty()) {
            authorized = request;
            authorized.headers["authorization"] = authorization_;
            asked = &authorized;
        }
        for (int tries = 1;; ++tries) {
            Result<Reply> reply = ask(*asked, sink);
            const bool busy = reply && reply->refused && reply->refused->code == Code::busy;
            if (!busy || tries == busy_tries_max) {
                return reply;
            }
            std::this_thread::sleep_for(busy_pause);
        }
    }

private:
    Result<Reply> ask(const Request& request, const Sink& sink) const {
        Descriptor socket = TRY(connect_to(host_));
        Stream stream(std::move(socket), network_patience);
        return exchange(stream, request, host_, sink).reply;
    }

    std::string host_;
    std::string authorization_;
};

}  // namespace

Result<Reply> deliver(const Response& response, const Sink& sink) {
    Reply reply{.exit_status = response.exit_status, .warning = response.warning};
    if (response.status >= 400) {
        reply.refused = error_in(response.body, response.content_type, response.exit_status);
        return reply;
    }
    if (response.produce) {
        TRY(response.produce(sink));
    } else if (!response.body.empty()) {
        TRY(sink(response.body));
    }
    return reply;
}

Error error_in(std::string_view body, std::string_view content_type, int exit_status) {
    Code code = exit_status == 1 ? Code::not_found : exit_status == 2 ? Code::invalid : Code::io;
    if (content_type.starts_with("application/json")) {
        if (const Result<std::string> valid = minify(body, error_depth_max)) {
            const Json error = Json(*valid)["error"];
            if (const std::optional<std::string> name = error["code"].string()) {
                code = code_named(*name);
            }
            return {code, error["message"].string().value_or("unknown error"),
                    error["hint"].string().value_or("")};
        }
    }
    std::string message(body.substr(0, body.find_last_not_of('\n') + 1));
    return {code, message.empty() ? "unknown error" : std::move(message)};
}

std::unique_ptr<Door> open_standby_door(std::unique_ptr<Store> standby, OpenStore open_primary) {
    return std::make_unique<StandbyDoor>(std::move(standby), std::move(open_primary));
}

std::unique_ptr<Door> open_local_door(std::unique_ptr<Store> store) {
    return std::make_unique<LocalDoor>(std::move(store));
}

Result<std::unique_ptr<Door>> open_remote_door(const std::string& address,
                                               const std::string& token) {
    constexpr std::string_view scheme = "http://";
    std::string host = address.starts_with(scheme) ? address.substr(scheme.size()) : "";
    while (host.ends_with('/')) {
        host.pop_back();
    }
    std::optional<Authority> authority = parse_authority(host);
    if (!authority) {
        return Error{Code::invalid, "\"" + address + "\" is no server's address",
                     "write http://host:port"};
    }
    authority->port = authority->port.value_or(http_port);
    if (std::ranges::any_of(token, [](char c) { return c <= 0x20 || c == 0x7F; })) {
        return Error{Code::invalid, "HENCE_TOKEN holds more than one word",
                     "a token is visible ASCII characters without a blank"};
    }
    return std::unique_ptr<Door>(std::make_unique<RemoteDoor>(to_string(*authority), token));
}

}  // namespace hence
