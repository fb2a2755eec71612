// Any bytes as what stands in a store: each reader takes them or says that they are damaged, and
// what is taken can be printed or written again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "store/format/chunk.h"
#include "store/format/event_codec.h"
#include "store/format/posting.h"
#include "store/format/refused_codec.h"
#include "store/format/summary_codec.h"

namespace {

using hence::Result;

// The texts of one chunk, as if there were no other.
class OwnTexts : public hence::TextReader {
public:
    explicit OwnTexts(const hence::Chunk& chunk) : chunk_(chunk) {}
    Result<hence::Unit> unit(const hence::Hash& hash) override {
        const auto found = chunk_.texts().find(hash);
        if (found == chunk_.texts().end()) {
            return hence::Error{hence::Code::corrupt, "not there"};
        }
        return found->second;
    }

private:
    const hence::Chunk& chunk_;
};

void must(bool holds) {
    if (!holds) {
        std::abort();
    }
}

void read_chunk(std::string_view bytes) {
    const auto chunk = hence::Chunk::parse(std::string(bytes), 7);
    if (!chunk) {
        must(chunk.error().code == hence::Code::corrupt);
        return;
    }
    OwnTexts texts(**chunk);
    for (const hence::Chunk::Slot& slot : (*chunk)->events()) {
        const Result<hence::Event> event = hence::decode_event(slot.stored, *chunk, texts);
        if (event) {
            must(!event->to_json().empty());
        } else {
            must(event.error().code == hence::Code::corrupt);
        }
    }
}

void read_values(std::string_view bytes) {
    if (const auto batch = hence::BatchEntry::decode(bytes, 7)) {
        const auto again = hence::BatchEntry::decode(batch->encode(), 7);
        must(again && again->encode() == batch->encode());
    }
    if (const auto row = hence::decode_summary(bytes)) {
        const std::string encoded = hence::encode_summary(*row);
        const auto again = hence::decode_summary(encoded);
        must(again && hence::encode_summary(*again) == encoded);
    }
    if (const auto row = hence::decode_refused(bytes, true)) {
        must(row->sha256.size() == 64 && row->bytes.size() <= bytes.size());
    }
    if (const auto posting = hence::decode_posting(bytes)) {
        must(posting->places.size() <= bytes.size());
    }
    hence::decode_refused_count(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    read_chunk(bytes);
    read_values(bytes);
    return 0;
}
