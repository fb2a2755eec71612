#include "cli/commands/message_reader.h"

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include "base/try.h"
#include "model/json/json.h"

namespace hence {
namespace {

Error cannot_read() {
    return {Code::io, "cannot read standard input: " + std::generic_category().message(errno)};
}

}  // namespace

Result<std::optional<ReceivedMessage>> MessageReader::next() {
    // What has come already may cancel what is about to be answered.
    TRY(read_ahead());
    while (waiting_.empty() && !ended_) {
        TRY(read_some());
        TRY(read_ahead());
    }
    if (waiting_.empty()) {
        return std::optional<ReceivedMessage>();
    }
    std::optional<ReceivedMessage> first(std::move(waiting_.front()));
    waiting_.pop_front();
    waiting_bytes_ -= first->line.size();
    return first;
}

Result<void> MessageReader::read_ahead() {
    while (!ended_ && waiting_.size() < waiting_max && waiting_bytes_ < waiting_bytes_max) {
        const bool more = TRY(more_has_come());
        if (!more) {
            break;
        }
        TRY(read_some());
    }
    return {};
}

Result<bool> MessageReader::more_has_come() const {
    pollfd asked{.fd = descriptor_, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&asked, 1, 0);
    if (ready < 0 && errno != EINTR) {
        return cannot_read();
    }
    return ready > 0;
}

Result<void> MessageReader::read_some() {
    std::array<char, std::size_t{64} * 1024> buffer;
    const ssize_t size = ::read(descriptor_, buffer.data(), buffer.size());
    if (size < 0) {
        if (errno == EINTR) {
            return {};
        }
        return cannot_read();
    }
    if (size == 0) {
        ended_ = true;
        end_line();
        return {};
    }
    take({buffer.data(), static_cast<std::size_t>(size)});
    return {};
}

void MessageReader::take(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        if (line_.size() + part.size() > mcp_message_size_max) {
            too_long_ = true;
            line_.clear();
        } else if (!too_long_) {
            line_ += part;
        }
        if (end == std::string_view::npos) {
            return;
        }
        end_line();
        bytes.remove_prefix(end + 1);
    }
}

void MessageReader::end_line() {
    std::string line = std::exchange(line_, {});
    if (std::exchange(too_long_, false)) {
        line.assign(mcp_message_size_max + 1, ' ');  // Whatever it was, it is refused as too long.
        waiting_.push_back({{}, read_message(line)});
        return;
    }
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
        return;
    }
    std::variant<McpMessage, McpError> read = read_message(line);
    if (const auto* message = std::get_if<McpMessage>(&read);
        message != nullptr && message->method == "notifications/cancelled") {
        cancel(*message);
        return;
    }
    waiting_bytes_ += line.size();
    waiting_.push_back({std::move(line), std::move(read)});
}

void MessageReader::cancel(const McpMessage& notification) {
    const Json id = notification.param("requestId");
    if (notification.kind != McpMessage::Kind::notification || !id.present()) {
        return;
    }
    for (auto each = waiting_.begin(); each != waiting_.end(); ++each) {
        const auto* message = std::get_if<McpMessage>(&each->read);
        if (message != nullptr && message->kind == McpMessage::Kind::request &&
            message->method != "initialize" && same_value(message->id, id.raw())) {
            waiting_bytes_ -= each->line.size();
            waiting_.erase(each);
            return;
        }
    }
}

}  // namespace hence
