// How one commit gets into the index on RocksDB: as one batch, with the watermark.
#include "base/try.h"
#include "store/format/index_changes.h"
#include "store/format/summary_codec.h"
#include "store/rocks/index.h"
#include "store/rocks/log.h"
#include "store/rocks/names/packed_key.h"
#include "store/rocks/sorted_batch.h"

namespace hence::rocks {

class Index::Writer final : public ChangedIndex {
public:
    explicit Writer(Index& index) : index_(index) {}

    Result<std::optional<std::string>> get(const std::string& key) override {
        std::string value;
        const rocksdb::Status status = index_.db_->Get({}, key, &value);
        if (status.IsNotFound()) {
            return std::optional<std::string>{};
        }
        return status.ok() ? Result<std::optional<std::string>>(std::move(value))
                           : index_.failed(status);
    }

    Result<std::optional<Time>> row_began(const std::string& key, Space space,
                                          const Summary& row) override {
        const auto known = index_.row_firsts_.find(key);
        if (known != index_.row_firsts_.end()) {
            return std::optional(known->second);
        }
        const std::optional<Summary> before = TRY(index_.row(space, row.id, row.session));
        if (!before) {
            return std::optional<Time>{};
        }
        row_begins(key, before->first);
        return std::optional(before->first);
    }

    bool any_unfinished() const override { return index_.any_unfinished_; }

    void put(const std::string& key, const std::string& value) override {
        changes_.put(packed_key(key), value);
    }
    void drop(const std::string& key) override { changes_.drop(packed_key(key)); }
    void add_to_row(const std::string& key, const Summary& sum) override {
        changes_.merge(key, encode_summary(sum));
    }
    void row_begins(const std::string& key, const Time& first) override {
        if (index_.row_firsts_.size() >= row_firsts_max) {
            index_.row_firsts_.clear();
        }
        index_.row_firsts_[key] = first;
    }
    void unfinished_added() override { unfinished_added_ = true; }

    Result<void> write(const Additions& additions) {
        Watermark mark = index_.watermark_;
        mark.seq = additions.last_seq;
        mark.rare = index_.rare_;
        // Mostly the last event. Where an index is built again, events come chunk by chunk.
        for (auto stored = additions.events.rbegin(); stored != additions.events.rend(); ++stored) {
            if (stored->event.seq() == mark.seq) {
                mark.id = stored->event.id();
                break;
            }
        }
        check(changes_.append_to(batch_));
        check(batch_.Put(std::string(1, index_key::watermark), encode_watermark(mark)));
        check(put_id_ends(additions));
        check(index_.sheets_.put(batch_, additions));
        rocksdb::WriteOptions options;
        options.disableWAL = true;
        check(index_.db_->Write(options, &batch_));
        if (!status_.ok()) {
            return to_error(status_, "cannot write the index");
        }
        index_.id_ends_.written();
        index_.watermark_ = std::move(mark);
        index_.any_unfinished_ = index_.any_unfinished_ || unfinished_added_;
        return {};
    }

private:
    static constexpr std::size_t row_firsts_max = 100'000;

    void check(const rocksdb::Status& status) {
        if (status_.ok()) {
            status_ = status;
        }
    }

    rocksdb::Status put_id_ends(const Additions& additions) {
        std::vector<std::string_view> ids;
        ids.reserve(additions.events.size());
        for (const Stored& stored : additions.events) {
            ids.push_back(stored.event.id());
        }
        return index_.id_ends_.put(batch_, ids);
    }

    Index& index_;
    SortedBatch changes_;
    rocksdb::WriteBatch batch_;
    rocksdb::Status status_;
    bool unfinished_added_ = false;
};

void Index::note_rare(const Additions& additions) {
    RareBits bits = 0;
    for (const Stored& stored : additions.events) {
        bits |= rare_in(stored.event);
    }
    if ((rare_ & bits) != bits) {
        rare_ |= bits;
    }
}

Result<void> Index::apply(const Additions& additions) {
    note_rare(additions);
    Writer writer(*this);
    TRY(seen(change_index(additions, writer)));
    return seen(writer.write(additions));
}

}  // namespace hence::rocks
