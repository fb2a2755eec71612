#include "formats/common/relay.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/base64.h"
#include "base/try.h"
#include "formats/common/records.h"
#include "model/json/json.h"
#include "model/json/json_number.h"
#include "model/json/members.h"

namespace hence {
namespace {

void begin(std::uint64_t line, std::string& out) {
    out += "{\"line\":" + std::to_string(line);
}

using Copies = std::set<std::string, std::less<>>;

Result<void> read_line(std::string_view text, const std::string& source, Batch& batch,
                       Copies& copies) {
    const std::string json = TRY(minify(text, record_depth_max));
    const auto [number, event, copy, settled, reason, bytes] = members(
        json,
        std::array<std::string_view, 6>{"line", "event", "copy", "settled", "reason", "bytes"});
    const std::int64_t line =
        number.is_number() ? integer_value(number.raw()).value_or(-1) : std::int64_t{-1};
    if (line < 0) {
        return Error{Code::invalid, "line is not the number of a line"};
    }
    const auto at = static_cast<std::uint64_t>(line);
    if (event.present()) {
        Event relayed = TRY(Event::parse(event.raw()));
        if (relayed.id().empty()) {
            return Error{Code::invalid, "event has no id"};
        }
        if (copy.boolean().value_or(false)) {
            copies.insert(std::string(relayed.id()));
        }
        if (settled.boolean().value_or(false)) {
            relayed = relayed.with_flag(Flag::settled);
        }
        batch.events.push_back({std::move(relayed), at});
        return {};
    }
    const std::optional<std::string> refused = from_base64url(bytes.string().value_or("?"));
    if (!reason.is_string() || !refused) {
        return Error{Code::invalid, "neither an event nor something that was refused"};
    }
    batch.refused.push_back({source, at, reason.string().value_or(""), *refused});
    return {};
}

}  // namespace

void append_relay(const Incoming& incoming, std::string& out, Standing standing) {
    begin(incoming.line, out);
    out += standing == Standing::copy ? ",\"copy\":true" : "";
    out += incoming.event.has(Flag::settled) ? ",\"settled\":true" : "";
    out += ",\"event\":";
    incoming.event.append_json(out);
    out += "}\n";
}

void append_relay(const Refused& refused, std::string& out) {
    begin(refused.line, out);
    out += ",\"reason\":";
    append_string(out, refused.reason);
    out += ",\"bytes\":\"" + base64url(refused.bytes) + "\"}\n";
}

void read_relay(std::string_view text, const std::string& source, Batch& batch) {
    Copies ignored;
    read_relay(text, source, batch, ignored);
}

void read_relay(std::string_view text, const std::string& source, Batch& batch, Copies& copies) {
    batch.source = source;
    for (std::uint64_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view one = text.substr(0, end);
        const Result<void> read =
            one.empty() ? Result<void>() : read_line(one, source, batch, copies);
        if (!read) {
            batch.refused.push_back({source, line, read.error().message, std::string(one)});
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace hence
