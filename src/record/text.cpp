#include "record/text.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/parts.h"
#include "formats/common/records.h"
#include "formats/common/relay.h"
#include "model/json/json.h"

namespace hence {
namespace {

constexpr std::size_t relay_bytes = 4 << 20;
// What quarantine keeps of a line: no more needs to be sent.
constexpr std::size_t refused_bytes_max = 16 << 20;

bool is_utf16(std::string_view text) {
    return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

// The id of the last event of a block in our own format; empty when it has none.
std::string last_id_in(std::string_view block) {
    block.remove_suffix(block.size() - (block.find_last_not_of(" \t\r\n") + 1));
    const std::size_t before = block.rfind('\n');
    const std::string_view line =
        before == std::string_view::npos ? block : block.substr(before + 1);
    const Result<std::string> json = minify(line, record_depth_max);
    return json ? Json(*json)["id"].string().value_or("") : "";
}

// Whether a JSON object has begun in the line and not ended.
bool is_cut_object(std::string_view line) {
    if (line.find_first_not_of(" \t") != line.find('{')) {
        return false;
    }
    std::size_t depth = 0;
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char each = line[at];
        if (quoted) {
            at += each == '\\' ? 1 : 0;
            quoted = each != '"';
        } else if (each == '"') {
            quoted = true;
        } else if (each == '{' || each == '[') {
            ++depth;
        } else if ((each == '}' || each == ']') && --depth == 0) {
            return false;
        }
    }
    return depth > 0;
}

void append_cut(Refused refused, std::string& out) {
    if (refused.bytes.size() > refused_bytes_max) {
        refused.reason += fmt::format("; of its {} bytes the first {} are kept",
                                      refused.bytes.size(), refused_bytes_max);
        refused.bytes.resize(refused_bytes_max);
    }
    append_relay(refused, out);
}

}  // namespace

bool looks_recorded(std::string_view beginning) {
    if (is_utf16(beginning)) {
        return beginning.find('{') != std::string_view::npos ||
               beginning.find('[') != std::string_view::npos;
    }
    if (is_aider(Beginning(beginning))) {
        return true;
    }
    while (!beginning.empty()) {
        const std::size_t first = beginning.find_first_not_of(" \t\r\n");
        if (first == std::string_view::npos) {
            return false;
        }
        if (beginning[first] == '{' || beginning[first] == '[') {
            return true;
        }
        const std::size_t end = beginning.find('\n', first);
        beginning.remove_prefix(std::min(end, beginning.size()));
    }
    return false;
}

// A text that was named and has not said what it is stays undecided: its lines are refused as our
// own, but what comes after them counts.
Result<void> TextRecorder::choose(std::string_view block) {
    if (format_ || reader_) {
        return {};
    }
    if (options_.mapping) {
        tally_.format = mapped_format;
        reader_ = read_mapped({.source = options_.name}, options_.mapping,
                              options_.key.empty() ? options_.name : options_.key);
        return {};
    }
    std::string name = options_.format;
    if (name.empty()) {
        const Beginning beginning(block);
        const std::optional<Format> known = detect_format(beginning, block);
        const bool fits = known && (options_.named || known->fits(beginning));
        unknown_.reset();
        if (!fits) {
            unknown_ = look_at_unknown(beginning, block);
            reasons_ = why_no_format_fits(beginning);
            declined_ = !options_.named || options_.stays;
        }
        const bool native = !fits || known->is_native();
        if (declined_ || (native && beginning.record().raw().empty())) {
            return {};
        }
        name = fits ? known->name : "native";
    }
    const Format format = TRY(choose_format(name, {}));
    format_ = format;
    tally_.format = format.name;
    if (!format.is_native()) {
        reader_ = format.reader({.source = options_.name, .beside = options_.beside});
    }
    return {};
}

Result<void> TextRecorder::take(Block block) {
    if (declined_) {
        return {};
    }
    if (!format_ && block.line == 1 && is_utf16(block.text)) {
        declined_ = true;
        return post({relayed({options_.name, 1, "the text is in UTF-16, and must be in UTF-8",
                              std::move(block.text)}),
                     options_.name, relay_format});
    }
    if (block.left_out > 0) {
        const std::size_t size = block.text.size();
        return post({relayed({options_.name, block.line,
                              fmt::format("too long: {} bytes, of which the first {} are kept",
                                          size + block.left_out, size),
                              std::move(block.text)}),
                     options_.name, relay_format});
    }
    TRY(choose(block.text));
    if (declined_) {
        return {};
    }
    if (!reader_) {
        return take_native(std::move(block));
    }
    hold_back_tail(block.text);
    TextParts parts(block.text, block.line);
    while (const std::optional<TextPart> part = parts.next()) {
        Batch batch;
        reader_->take(part->text, part->line, batch);
        TRY(relay(std::move(batch), reader_->copies()));
    }
    return {};
}

// A transcript may be read while its agent writes it. Its last line is held back when it breaks off
// in the middle: the file stays, and has the whole line when it is read again.
void TextRecorder::hold_back_tail(std::string& text) {
    const std::size_t end = text.rfind('\n');
    if (!options_.stays || end == text.npos || end + 1 == text.size() ||
        !is_cut_object(std::string_view(text).substr(end + 1))) {
        return;
    }
    text.erase(end + 1);
    Account account;
    account.pending = 1;
    tally_.pending += account.pending;
    courier_->add(account);
}

Result<void> TextRecorder::take_native(Block block) {
    // Only a first line may be this long. It is no event, and too much to be sent.
    const std::size_t first = std::min(block.text.find('\n'), block.text.size() - 1) + 1;
    if (first > BlockReader::Limits().line_bytes && !begins_as_document(block.text)) {
        TRY(post({relayed({options_.name, block.line, "an event is larger than 16 MiB",
                           block.text.substr(0, first)}),
                  options_.name, relay_format}));
        block.text.erase(0, first);
        ++block.line;
    }
    if (block.text.empty()) {
        return {};
    }
    tally_.last_event = last_id_in(block.text);
    return post({std::move(block.text), options_.name, "native", block.line, options_.key});
}

Result<void> TextRecorder::refuse(std::uint64_t line, const Error& error) {
    std::string text;
    append_relay(Refused{options_.name, line, error.message, {}}, text);
    return post({std::move(text), options_.name, relay_format});
}

Result<void> TextRecorder::end() {
    const std::unique_ptr<Reader> reader = std::exchange(reader_, nullptr);
    format_.reset();
    if (!reader) {
        return {};
    }
    Batch batch;
    Account account;
    account.pending = reader->finish(batch);
    account.unfinished = unfinished_in(batch);
    tally_.pending += account.pending;
    courier_->add(account);
    return relay(std::move(batch), reader->copies());
}

Result<void> TextRecorder::show_unfinished() {
    if (!reader_) {
        return {};
    }
    Batch batch;
    reader_->unfinished(batch);
    return relay(std::move(batch), reader_->copies());
}

std::string TextRecorder::relayed(Refused refused) const {
    if (options_.redactor) {
        options_.redactor->redact(refused.bytes);
    }
    std::string text;
    append_cut(std::move(refused), text);
    return text;
}

// The marks stay open until the receiver closes them: only there is the key.
void TextRecorder::redact(Batch& batch) const {
    if (!options_.redactor) {
        return;
    }
    std::vector<Incoming> kept;
    kept.reserve(batch.events.size());
    for (Incoming& incoming : batch.events) {
        const Result<std::size_t> found = options_.redactor->redact(incoming.event);
        if (found) {
            kept.push_back(std::move(incoming));
        } else {
            batch.refused.push_back({options_.name, incoming.line,
                                     "without its secrets: " + found.error().message,
                                     incoming.event.to_json()});
        }
    }
    batch.events = std::move(kept);
    for (Refused& refused : batch.refused) {
        options_.redactor->redact(refused.bytes);
        options_.redactor->redact(refused.reason);
    }
}

Result<void> TextRecorder::relay(Batch batch, const std::vector<std::string>& copies) {
    redact(batch);
    const std::set<std::string_view> copied(copies.begin(), copies.end());
    std::string text;
    const auto flush = [&](std::size_t above) -> Result<void> {
        if (text.size() <= above) {
            return {};
        }
        return post({std::exchange(text, {}), options_.name, relay_format});
    };
    for (const Refused& refused : batch.refused) {
        append_cut(refused, text);
        TRY(flush(relay_bytes));
    }
    for (const Incoming& incoming : batch.events) {
        append_relay(incoming, text,
                     copied.contains(incoming.event.id()) ? Standing::copy : Standing::original);
        tally_.last_event = incoming.event.id();
        TRY(flush(relay_bytes));
    }
    return flush(0);
}

Result<void> TextRecorder::post(Post post) {
    const Account account = TRY(courier_->post(std::move(post)));
    tally_.events += account.accepted + account.duplicates;
    tally_.quarantined += account.quarantined;
    return {};
}

Result<void> record_text(BlockReader& blocks, TextRecorder& text,
                         const std::function<void(std::uint64_t)>& progress) {
    blocks.stop_when([&text] { return text.stopped(); });
    while (!text.declined()) {
        Result<Block> block = blocks.next_block(BlockReader::Tail::give);
        if (!block && block.error().code == Code::not_found) {
            return block.error();
        }
        if (!block) {
            TRY(text.refuse(blocks.line(), block.error()));
            break;
        }
        if (text.stopped()) {
            return {};  // The text has not ended, so nothing of it is known to be final.
        }
        if (block->text.empty() && block->left_out == 0) {
            break;
        }
        TRY(text.take(std::move(block).take()));
        progress(blocks.bytes_read());
    }
    return text.end();
}

}  // namespace hence
