// Listening on addresses of this machine, by name or in digits.
//
// A name may have several addresses, and "localhost" is always 127.0.0.1 and ::1, because clients
// choose between the two. Either all addresses of a place are listened on, with the same port, or
// none. is_loopback decides whether a server may run without tokens, so it looks at the addresses
// and not at the name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hence/result.h"
#include "server/wire/authority.h"
#include "server/wire/socket.h"

namespace hence {

// Where to listen: one address, or several for a name that has several. "localhost" is 127.0.0.1
// and ::1, whatever the machine's own files say.
class ListenPlace {
public:
    // Reads "host:port" and looks the host up. Fails with invalid: no host, no port, no such host.
    static Result<ListenPlace> find(const std::string& address);

    // Whether only this machine can reach it.
    bool is_loopback() const;
    const Authority& authority() const { return authority_; }

    // Listens at every address, on one port; port 0 becomes a free one, which authority() then
    // tells. Fails with io, naming the address: the port is taken, or may not be used.
    Result<std::vector<Descriptor>> listen();

private:
    struct Address {
        std::string bytes;  // A sockaddr.
        bool loopback = false;
    };

    Result<std::vector<Descriptor>> listen_everywhere(int& number);
    Descriptor listen_at(const Address& address);

    Authority authority_;
    std::vector<Address> addresses_;
};

}  // namespace hence
