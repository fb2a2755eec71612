// Lines of JSON-RPC from a descriptor, read ahead as far as they have come.
//
// Reading ahead is what makes cancelling work: a request that was cancelled while it waited is
// dropped before any work is done for it. How much may wait is bounded; beyond that the sender is
// held up by the pipe.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <variant>

#include "hence/result.h"
#include "server/mcp/message.h"

namespace hence {

// One message, and the line that it came in.
struct ReceivedMessage {
    std::string line;
    std::variant<McpMessage, McpError> read;
};

// Messages come in order. A request that was cancelled before it was taken is dropped, and so are
// empty lines. A line that is too long is an error, and the rest of it is passed over.
class MessageReader {
public:
    explicit MessageReader(int descriptor) : descriptor_(descriptor) {}

    // The next message, or nothing at the end; waits for it. Fails with io.
    Result<std::optional<ReceivedMessage>> next();

private:
    // How much may wait: a sender that is faster than the answers is held up.
    static constexpr std::size_t waiting_max = 1'000;
    static constexpr std::size_t waiting_bytes_max = 2 * mcp_message_size_max;

    Result<void> read_some();
    Result<void> read_ahead();
    Result<bool> more_has_come() const;
    void take(std::string_view bytes);
    void end_line();
    void cancel(const McpMessage& notification);

    int descriptor_;
    bool ended_ = false;
    bool too_long_ = false;
    std::string line_;
    std::deque<ReceivedMessage> waiting_;
    std::size_t waiting_bytes_ = 0;
};

}  // namespace hence
