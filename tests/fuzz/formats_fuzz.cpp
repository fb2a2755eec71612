// Any bytes as a text of any format. The first byte chooses the format, or that it be detected, the
// second one where the text is cut. However it is cut, it gives the same events, and those arrive
// as they were sent.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/beginning.h"
#include "formats/common/relay.h"
#include "formats/formats.h"

namespace {

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// What was read, in the form in which it is sent, and how much is pending.
std::string read(const hence::Format& format, const std::vector<std::string_view>& parts) {
    const std::unique_ptr<hence::Reader> reader = format.reader({.source = "fuzz"});
    std::string sent;
    const auto send = [&sent](const hence::Batch& batch) {
        for (const hence::Incoming& incoming : batch.events) {
            check(!incoming.event.id().empty() && !incoming.event.source().empty());
            hence::append_relay(incoming, sent);
        }
        for (const hence::Refused& refused : batch.refused) {
            check(!refused.reason.empty());
            hence::append_relay(refused, sent);
        }
    };
    std::uint64_t line = 1;
    for (const std::string_view part : parts) {
        hence::Batch batch;
        reader->take(std::string(part), line, batch);
        line += static_cast<std::uint64_t>(std::count(part.begin(), part.end(), '\n'));
        send(batch);
    }
    hence::Batch rest;
    const std::uint64_t pending = reader->finish(rest);
    send(rest);
    return sent + std::to_string(pending);
}

// What was refused is told at the end of its part, so the order may differ.
std::vector<std::string> sorted_lines(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

void arrives_as_sent(const std::string& sent) {
    const std::string text = sent.substr(0, sent.rfind('\n') + 1);
    hence::Batch batch;
    hence::read_relay(text, "fuzz", batch);
    std::string again;
    for (const hence::Incoming& incoming : batch.events) {
        hence::append_relay(incoming, again);
    }
    for (const hence::Refused& refused : batch.refused) {
        hence::append_relay(refused, again);
    }
    check(sorted_lines(again) == sorted_lines(text));
}

// The end of the first line that ends behind that part of the text.
std::size_t cut_at(std::string_view text, std::uint8_t place) {
    const std::size_t from = text.size() * place / 256;
    return std::min(text.find('\n', from), text.size() - 1) + 1;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 3) {
        return 0;
    }
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
    const std::size_t choice = data[0];
    const bool detect = choice >= hence::formats().size();
    const hence::Format format =
        detect ? hence::choose_format({}, text).take() : hence::formats()[choice];
    if (format.is_native()) {
        return 0;
    }
    const std::string whole = read(format, {text});
    arrives_as_sent(whole);
    if (!hence::begins_as_document(text)) {
        const std::size_t at = cut_at(text, data[1]);
        const std::string cut = read(format, {text.substr(0, at), text.substr(at)});
        check(sorted_lines(cut) == sorted_lines(whole));
    }
    return 0;
}
