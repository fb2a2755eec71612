// Takes one text from its blocks to the courier: detects its format, reads it, accounts for it.
//
// Hence events are posted as they are, since the receiver parses them anyway. A foreign text is
// read here from its beginning to its end, by one reader, and posted in the relay format
// (formats/common/relay.h). A text of no known format is declined, if it stays where it is: the
// lines of a pipe would be lost, so these are refused one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/formats.h"
#include "formats/mapping/mapping.h"
#include "formats/unknown.h"
#include "hence/result.h"
#include "record/block_reader.h"
#include "record/courier.h"

namespace hence {

struct TextOptions {
    std::string name = {};                        // Quarantine names it.
    std::string format = {};                      // Empty: detected.
    std::shared_ptr<const Mapping> mapping = {};  // Instead of a format.
    // Takes secrets out before anything of the text is sent; null: nobody does. Of a text of our
    // own format, the receiver does.
    std::shared_ptr<const Redactor> redactor = {};
    std::string key = {};  // See Post.
    // The user named the text: one that looks like our own events is read as such.
    bool named = true;
    bool stays = false;  // The text can be read again: one of no known format is declined.
    std::function<std::optional<std::string>(const std::string& name)> beside = {};
};

struct TextTally {
    std::string format = {};
    std::string last_event = {};  // The id of the last one, when it is known.
    std::uint64_t events = 0;     // Accepted, or duplicates.
    std::uint64_t quarantined = 0;
    std::uint64_t pending = 0;
};

class TextRecorder {
public:
    TextRecorder(Courier& courier, TextOptions options)
        : courier_(&courier), options_(std::move(options)) {}

    // Fails as the courier does, and with invalid for an unknown format.
    Result<void> take(Block block);
    // The text cannot be read on, for that reason.
    Result<void> refuse(std::uint64_t line, const Error& error);
    // Records what has begun and is not at its end, as far as it goes.
    Result<void> show_unfinished();
    // The text has ended; whatever comes after this is another one.
    Result<void> end();

    // It is of no known format: no more of it is wanted.
    bool declined() const { return declined_; }
    // What a text of no known format looks like, and why each format said no.
    const std::optional<UnknownText>& unknown() const { return unknown_; }
    const std::vector<std::string>& reasons() const { return reasons_; }
    // Somebody ended the recording.
    bool stopped() const { return courier_->stopped(); }
    const TextTally& tally() const { return tally_; }

private:
    Result<void> choose(std::string_view block);
    void hold_back_tail(std::string& text);
    Result<void> take_native(Block block);
    Result<void> relay(Batch batch, const std::vector<std::string>& copies);
    void redact(Batch& batch) const;
    // In the relay format, without its secrets.
    std::string relayed(Refused refused) const;
    Result<void> post(Post post);

    Courier* courier_;
    TextOptions options_;
    std::optional<Format> format_;
    std::unique_ptr<Reader> reader_;  // Of a foreign format, from its beginning to its end.
    bool declined_ = false;
    std::optional<UnknownText> unknown_;
    std::vector<std::string> reasons_;
    TextTally tally_;
};

// Whether a text that begins so may hold records: only then is more of it read.
bool looks_recorded(std::string_view beginning);
// How much of a text shows that.
inline constexpr std::size_t look_bytes = 64 << 10;

// From its beginning to its end, or until the recording is stopped. `progress` is told of the bytes
// read so far. Fails with not_found when the input cannot be read, and as TextRecorder does.
Result<void> record_text(BlockReader& blocks, TextRecorder& text,
                         const std::function<void(std::uint64_t)>& progress);

}  // namespace hence
