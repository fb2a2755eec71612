#include "store/rocks/log_events.h"

#include <optional>
#include <string>
#include <utility>

#include "base/try.h"
#include "store/format/cursors.h"
#include "store/format/posting.h"
#include "store/rocks/index.h"
#include "store/rocks/log.h"
#include "store/rocks/names/packed_key.h"

namespace hence::rocks {
namespace {

class IndexWalk final : public PostingWalk {
public:
    IndexWalk(const Index& index, std::string prefix, const Scan& scan)
        : index_(index),
          at_(index.walk(scan.direction)),
          prefix_(std::move(prefix)),
          forward_(scan.direction == Direction::forward) {
        std::string key = prefix_;
        if (forward_) {
            if (const std::optional<Time> low = earliest_of(scan)) {
                put_instant(key, {low->seconds - posting_span_max_seconds, low->nanos, 0});
            }
            at_->Seek(key);
            return;
        }
        // The filters help forward only, and most keys that are asked for backward have nothing.
        if (!index.has_postings(prefix_)) {
            nothing_ = true;
            return;
        }
        if (const std::optional<Time> high = latest_of(scan)) {
            put_instant(key, *high);
        }
        key.append(24, '\xFF');
        at_->SeekForPrev(key);
    }

    bool valid() const override {
        return !nothing_ && at_->Valid() && at_->key().ToStringView().starts_with(prefix_) &&
               at_->key().size() == prefix_.size() + instant_and_seq;
    }
    std::string_view place_in_key() const override {
        return at_->key().ToStringView().substr(prefix_.size());
    }
    std::string_view value() const override { return at_->value().ToStringView(); }
    void step() override {
        if (forward_) {
            at_->Next();
        } else {
            at_->Prev();
        }
    }
    Result<void> status() const override {
        return at_->status().ok() ? Result<void>() : index_.failed(at_->status());
    }
    Result<bool> is_completed(std::uint64_t seq) const override { return index_.is_completed(seq); }

private:
    static constexpr std::size_t instant_and_seq = 20;

    const Index& index_;
    std::unique_ptr<rocksdb::Iterator> at_;
    std::string prefix_;
    bool forward_;
    bool nothing_ = false;
};

}  // namespace

Result<std::shared_ptr<const Chunk>> LogEvents::chunk(const Place& place) const {
    return log_.chunk(place.cluster, place.chunk);
}

Result<std::shared_ptr<const Chunk>> LogEvents::chunk_with(const Hash& text,
                                                           std::uint64_t cluster) const {
    const std::optional<Place> place = TRY(index_.text_place(log_.text_name(cluster, text)));
    return place ? log_.chunk(place->cluster, place->chunk) : std::shared_ptr<const Chunk>();
}

Result<std::shared_ptr<const Chunk>> PassedEvents::chunk(const Place& place) const {
    std::shared_ptr<const Chunk> chunk = kept_.find({place.cluster, place.chunk});
    if (chunk == nullptr) {
        chunk = TRY(log_.read_chunk(place.cluster, place.chunk));
        kept_.add({place.cluster, place.chunk}, chunk);
    }
    return chunk;
}

Result<std::shared_ptr<const Chunk>> PassedEvents::chunk_with(const Hash& text,
                                                              std::uint64_t cluster) const {
    const std::optional<Place> place = TRY(index_.text_place(log_.text_name(cluster, text)));
    return place ? chunk(*place) : std::shared_ptr<const Chunk>();
}

Result<std::unique_ptr<Cursor>> LogEvents::scan(const Key& key, const Scan& scan) const {
    std::string prefix;
    index_key::put_posting_prefix(prefix, key.space, key.value);
    std::optional<ParentPlace> parent;
    if (key.space == Space::parent) {
        const std::optional<Place> place = TRY(index_.place_of(key.value));
        if (place) {
            parent = ParentPlace{key.value, *place};
        }
    }
    return scan_postings(*this, std::make_unique<IndexWalk>(index_, packed_key(prefix), scan), scan,
                         parent);
}

}  // namespace hence::rocks
