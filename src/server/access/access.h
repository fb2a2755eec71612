// Who may do what: the names a server answers to, the pages that may reach it, and tokens with
// scopes.
//
// Four checks run on the header, before the body is read, in this order: the name in Host, the page
// in Origin or Sec-Fetch-Site, the token and its scope, and the type of the body. The first two
// protect a server without tokens from pages in a browser on the same machine, including DNS
// rebinding; access.cpp says how. A server that other machines can reach must have tokens
// (server/serve/serve.cpp). A caller without a valid token gets the same answer for every address
// that needs one, so that the answer does not tell which addresses exist. An Access is not changed
// after listens_on, and any thread may ask it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "server/access/tokens.h"
#include "server/router/router.h"
#include "server/wire/authority.h"
#include "server/wire/http.h"

namespace hence {

struct AccessOptions {
    // Names besides this machine's own, "host" or "host:port"; without a port, any will do.
    std::vector<std::string> hosts = {};
    std::vector<std::string> origins = {};  // Pages elsewhere that may ask: "https://host[:port]".
    std::vector<std::string> frames = {};   // Pages elsewhere that may show the page in a frame.
    std::filesystem::path token_file = {};  // Empty: no tokens.
    std::string log = {};                   // Of an engine; empty: a store that is no log.
};

// From where a server can be reached.
enum class Reach : std::uint8_t {
    machine,  // This machine only.
    network,  // Others, too: then each address in digits is a name of its own, at any port.
};

class Access {
public:
    // Fails with invalid: a host or an origin that is none, a token file that others may read, or a
    // line in it that is none; with io when it cannot be read.
    static Result<Access> from(const AccessOptions& options);

    // Which ports are this server's own, and under which further names it listens: a name of this
    // machine with another port is another server, whose pages must not reach this one. Before this
    // is said, any port is. Not to be called while requests come.
    void listens_on(std::vector<std::uint16_t> ports, Reach reach,
                    std::vector<std::string> names = {});

    // The answer to a request that is turned away, or nothing when it may pass. `route` is what
    // would answer it, or null. Looks at the header only. An allowed page elsewhere that asks
    // whether it may ask is answered here, too.
    std::optional<Response> refusal(const Request& request, const Route* route) const;

    // Adds to an answer what lets an allowed page elsewhere read it, and to the page itself what
    // lets an allowed page elsewhere show it in a frame.
    void let_read(const Request& request, Response& response) const;

    // What is wrong with the value of an Authorization header, or nothing when it allows `scope`.
    // Fails with unauthorized (no or an unknown token) or forbidden. Takes the same time for every
    // token.
    std::optional<Error> refused(std::string_view authorization, TokenScope scope) const;

    // What the value of an Authorization header allows: everything where there are no tokens.
    Scopes allowed(std::string_view authorization) const;

    // Whether a request may come under this name: "host" or "host:port".
    bool host_allowed(std::string_view host) const;

    bool has_tokens() const { return !tokens_.empty(); }
    std::size_t short_tokens() const { return tokens_.short_ones(); }

private:
    bool is_ours(const Authority& asked) const;
    bool is_configured_origin(std::string_view text) const;
    bool is_allowed_origin(std::string_view text) const;
    std::optional<Response> refuse_name(const Request& request) const;
    std::optional<Response> refuse_page(const Request& request) const;
    bool opens_the_page(const Request& request) const;
    std::optional<Response> refuse_token(const Request& request, const Route* route) const;

    std::vector<Authority> hosts_;
    std::vector<std::string> names_;  // Where it listens; with its own ports only.
    std::vector<std::string> origins_;
    std::vector<std::string> frames_;
    Tokens tokens_;
    std::vector<std::uint16_t> ports_;
    Reach reach_ = Reach::machine;
};

}  // namespace hence
