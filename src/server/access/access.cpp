// Why the name matters where nobody has a token: any page in a browser on this machine can send
// requests to 127.0.0.1, and a page whose own name is made to point there (DNS rebinding) can read
// the answers, too. Such requests carry the page's name in Host or Origin, and browsers let no page
// change either. So a request under another name is turned away, whatever it asks for.
#include "server/access/access.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::array<std::string_view, 3> machine_names = {"localhost", "127.0.0.1", "[::1]"};

Response refuse(const Request& request, const Error& error, int status) {
    Response response = error_response(error, request.form());
    response.status = status;
    return response;
}

// What stands before the parameters of a media type, in lower case.
std::string media_type(std::string_view value) {
    return lower_case(trimmed(value.substr(0, value.find(';')), " \t"));
}

bool writes(std::string_view method) {
    return method != "GET" && method != "HEAD" && method != "OPTIONS";
}

// A request that a page of any site can send without a CORS preflight may not write. A question
// may come as plain text: what another site's page sends was refused before.
std::optional<Response> refuse_body(const Request& request, const Route* route) {
    if (!writes(request.method)) {
        return std::nullopt;
    }
    const std::string type = media_type(request.header("content-type"));
    const bool reads = route != nullptr && route->scope == TokenScope::read;
    const bool of_a_form = (type == "text/plain" && !reads) ||
                           type == "application/x-www-form-urlencoded" ||
                           type.starts_with("multipart/");
    const bool unsaid = type.empty() && request.headers.contains("origin");
    if (!of_a_form && !unsaid) {
        return std::nullopt;
    }
    return refuse(request,
                  {Code::unsupported,
                   unsaid ? std::string("a page must say of what type its request is")
                          : "nothing is taken here that comes as " + type,
                   "send Content-Type: application/json, application/x-ndjson or "
                   "application/x-protobuf"},
                  415);
}

bool is_the_page(const Request& request) {
    return request.method == "GET" && request.path.empty();
}

// Origins as they are configured: each once, as a browser spells it.
Result<std::vector<std::string>> origins_from(const std::vector<std::string>& texts) {
    std::vector<std::string> origins;
    for (const std::string& text : texts) {
        const std::optional<PageOrigin> origin = parse_origin(text);
        if (!origin) {
            return Error{Code::invalid, fmt::format("{} is no page's origin", hence::quoted(text)),
                         "write https://host or http://host:port, with nothing behind it"};
        }
        origins.push_back(to_string(*origin));
    }
    return origins;
}

// The token in "Bearer TOKEN", or nothing.
std::optional<std::string_view> bearer_token(std::string_view authorization) {
    constexpr std::string_view scheme = "bearer ";
    if (lower_case(authorization.substr(0, scheme.size())) != scheme) {
        return std::nullopt;
    }
    const std::string_view token = authorization.substr(scheme.size());
    return token.substr(std::min(token.find_first_not_of(' '), token.size()));
}

constexpr std::string_view token_hint =
    "send one as Authorization: Bearer TOKEN; the hence command takes it from HENCE_TOKEN";

// Only what the page's own policy says of frames is changed.
void let_frame(const std::vector<std::string>& frames, Response& response) {
    constexpr std::string_view nowhere = "frame-ancestors 'none'";
    for (auto& [name, value] : response.headers) {
        const std::size_t at = value.find(nowhere);
        if (same_letters(name, "Content-Security-Policy") && at != std::string::npos) {
            value.replace(at, nowhere.size(),
                          fmt::format("frame-ancestors {}", fmt::join(frames, " ")));
        }
    }
}

Response answer_to_asking(const std::string& origin) {
    Response response;
    response.status = 204;
    response.headers = {
        {"Access-Control-Allow-Origin", origin},
        {"Access-Control-Allow-Methods", "GET, POST, PATCH, PUT, DELETE"},
        {"Access-Control-Allow-Headers",
         "Accept, Authorization, Content-Encoding, Content-Type, Idempotency-Key, Last-Event-ID, "
         "MCP-Protocol-Version, Mcp-Method, Mcp-Name, traceparent, tracestate, baggage"},
        {"Access-Control-Max-Age", "600"},
        {"Vary", "Origin"},
    };
    return response;
}

}  // namespace

Result<Access> Access::from(const AccessOptions& options) {
    Access access;
    for (const std::string& host : options.hosts) {
        std::optional<Authority> authority = parse_authority(host);
        if (!authority) {
            return Error{Code::invalid, fmt::format("{} is no host's name", hence::quoted(host)),
                         "write a name such as hence.example.com, without http://"};
        }
        access.hosts_.push_back(std::move(*authority));
    }
    access.origins_ = TRY(origins_from(options.origins));
    access.frames_ = TRY(origins_from(options.frames));
    if (!options.token_file.empty()) {
        access.tokens_ = TRY(Tokens::read(options.token_file, options.log));
    }
    return access;
}

void Access::listens_on(std::vector<std::uint16_t> ports, Reach reach,
                        std::vector<std::string> names) {
    names_ = std::move(names);
    ports_ = std::move(ports);
    reach_ = reach;
}

bool Access::is_ours(const Authority& asked) const {
    for (const Authority& host : hosts_) {
        if (host.host == asked.host && (!host.port || !asked.port || host.port == asked.port)) {
            return true;
        }
    }
    if (reach_ == Reach::network && is_address(asked.host)) {
        return true;
    }
    const bool our_port = !asked.port || ports_.empty() || reach_ == Reach::network ||
                          std::ranges::find(ports_, *asked.port) != ports_.end();
    return our_port && (std::ranges::find(machine_names, asked.host) != machine_names.end() ||
                        std::ranges::find(names_, asked.host) != names_.end());
}

bool Access::host_allowed(std::string_view host) const {
    const std::optional<Authority> authority = parse_authority(host);
    return authority && is_ours(*authority);
}

bool Access::is_configured_origin(std::string_view text) const {
    const std::optional<PageOrigin> origin = parse_origin(text);
    return origin && std::ranges::find(origins_, to_string(*origin)) != origins_.end();
}

bool Access::is_allowed_origin(std::string_view text) const {
    const std::optional<PageOrigin> origin = parse_origin(text);
    return origin && (is_ours(origin->authority) || is_configured_origin(text));
}

std::optional<Response> Access::refuse_name(const Request& request) const {
    const auto host = request.headers.find("host");
    if (host == request.headers.end()) {
        return refuse(
            request,
            {Code::invalid, "the request does not say whom it asks", "send the header Host"}, 400);
    }
    if (host_allowed(host->second)) {
        return std::nullopt;
    }
    return refuse(
        request,
        {Code::forbidden,
         fmt::format("this server does not go by the name {}", hence::quoted(host->second)),
         "ask at 127.0.0.1 and its own port, or start it with --host NAME"},
        403);
}

// A link to the page, followed by hand. What the page shows is not in it, and no page of another
// site can look into it. A frame is let in where frames are allowed at all: the policy of the
// answer says in which pages, and the browser shows it in no other.
bool Access::opens_the_page(const Request& request) const {
    const std::string dest = lower_case(request.header("sec-fetch-dest"));
    return is_the_page(request) && lower_case(request.header("sec-fetch-mode")) == "navigate" &&
           (dest == "document" || (dest == "iframe" && !frames_.empty()));
}

// Of requests that a page makes, browsers say where the page is from: in Origin, or at least in
// Sec-Fetch-Site, which an address typed by hand leaves at "none".
std::optional<Response> Access::refuse_page(const Request& request) const {
    if (const auto origin = request.headers.find("origin"); origin != request.headers.end()) {
        if (is_allowed_origin(origin->second)) {
            return std::nullopt;
        }
        return refuse(request,
                      {Code::forbidden,
                       fmt::format("a page of {} may not ask here", hence::quoted(origin->second)),
                       "start the server with --origin URL to let pages from there in"},
                      403);
    }
    const std::string site = lower_case(request.header("sec-fetch-site"));
    if (site.empty() || site == "same-origin" || site == "none" || opens_the_page(request)) {
        return std::nullopt;
    }
    return refuse(request, {Code::forbidden, "a page of another site may not ask here"}, 403);
}

Scopes Access::allowed(std::string_view authorization) const {
    if (!has_tokens()) {
        return every_scope;
    }
    const std::optional<std::string_view> token = bearer_token(authorization);
    return token ? tokens_.find(*token).value_or(0) : 0;
}

std::optional<Error> Access::refused(std::string_view authorization, TokenScope scope) const {
    if (!has_tokens() || scope == TokenScope::open) {
        return std::nullopt;
    }
    const std::optional<std::string_view> token = bearer_token(authorization);
    if (!token) {
        return Error{Code::unauthorized, "this server wants a token", std::string(token_hint)};
    }
    const std::optional<Scopes> scopes = tokens_.find(*token);
    if (!scopes && tokens_.is_bound_elsewhere(*token)) {
        return Error{Code::unauthorized, "the token is bound to another log",
                     "ask a server of that log"};
    }
    if (!scopes) {
        return Error{Code::unauthorized, "the token is not known here", std::string(token_hint)};
    }
    if (!allows(*scopes, scope)) {
        return Error{Code::forbidden, fmt::format("the token lacks the scope {}", name_of(scope)),
                     "use one that has it"};
    }
    return std::nullopt;
}

std::optional<Response> Access::refuse_token(const Request& request, const Route* route) const {
    const std::string_view authorization = request.header("authorization");
    // A caller without a token does not learn which addresses there are.
    const std::optional<Error> error =
        refused(authorization, route != nullptr ? route->scope : TokenScope::admin);
    if (!error || (route == nullptr && error->code == Code::forbidden)) {
        return std::nullopt;
    }
    Response response = error_response(*error, request.form());
    std::string challenge = R"(Bearer realm="hence")";
    if (error->code == Code::forbidden) {
        challenge = scope_challenge(route->scope);
    } else if (!authorization.empty()) {
        challenge += R"(, error="invalid_token")";
    }
    response.headers.emplace_back("WWW-Authenticate", std::move(challenge));
    return response;
}

std::optional<Response> Access::refusal(const Request& request, const Route* route) const {
    if (std::optional<Response> refused = refuse_name(request)) {
        return refused;
    }
    if (std::optional<Response> refused = refuse_page(request)) {
        return refused;
    }
    const std::string origin(request.header("origin"));
    if (request.method == "OPTIONS" && is_configured_origin(origin)) {
        return answer_to_asking(origin);
    }
    std::optional<Response> refused = refuse_token(request, route);
    if (!refused) {
        refused = refuse_body(request, route);
    }
    if (refused) {
        let_read(request, *refused);
    }
    return refused;
}

void Access::let_read(const Request& request, Response& response) const {
    if (!frames_.empty() && is_the_page(request)) {
        let_frame(frames_, response);
    }
    const std::string origin(request.header("origin"));
    if (origin.empty() || !is_configured_origin(origin)) {
        return;
    }
    response.headers.emplace_back("Access-Control-Allow-Origin", origin);
    response.headers.emplace_back("Access-Control-Expose-Headers",
                                  "ETag, Hence-Exit, Hence-Stale, Hence-Warning, Retry-After");
    response.headers.emplace_back("Vary", "Origin");
}

}  // namespace hence
