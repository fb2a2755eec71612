#include "store/rocks/names/id_ends.h"

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "store/format/layout.h"

namespace hence::rocks {
namespace {

constexpr char run_kind = 'r';
constexpr char newest_kind = 'u';
constexpr std::size_t block_size_aim = std::size_t{4} << 10;

std::string key_of(char kind, std::uint64_t run) {
    std::string key{index_key::id_tail, kind};
    put_be64(key, run);
    return key;
}

std::string entry_of(std::string_view id) {
    std::string entry = index_key::of_id_tail(id);
    if (entry.empty()) {
        entry = index_key::of_names_reversed(Space::all);
        entry.append(id.rbegin(), id.rend());
    }
    return entry;
}

rocksdb::Status damaged_ends() {
    return rocksdb::Status::Corruption("the ends of ids do not read as such");
}

rocksdb::ReadOptions in_total_order() {
    rocksdb::ReadOptions options;
    options.total_order_seek = true;
    return options;
}

// Writes a run, block by block.
class BlockWriter {
public:
    BlockWriter(rocksdb::WriteBatch& batch, std::uint64_t run)
        : batch_(batch), prefix_(key_of(run_kind, run)) {}

    void add(std::string_view entry) {
        if (block_.size() >= block_size_aim) {
            close();
        }
        if (block_.empty()) {
            key_ = prefix_ + std::string(entry);
            before_.clear();
        }
        const auto [a, b] = std::ranges::mismatch(before_, entry);
        const auto shared = static_cast<std::size_t>(b - entry.begin());
        put_varint(block_, shared);
        put_text(block_, entry.substr(shared));
        before_ = entry;
    }

    rocksdb::Status finish() {
        close();
        return status_;
    }

private:
    void close() {
        if (!block_.empty() && status_.ok()) {
            status_ = batch_.Put(key_, block_);
        }
        block_.clear();
    }

    rocksdb::WriteBatch& batch_;
    std::string prefix_;
    std::string key_;
    std::string block_;
    std::string before_;
    rocksdb::Status status_;
};

}  // namespace

rocksdb::Status IdEnds::load(rocksdb::DB& db) {
    const std::unique_ptr<rocksdb::Iterator> at(db.NewIterator(in_total_order()));
    const std::string runs{index_key::id_tail, run_kind};
    const std::string past_runs{index_key::id_tail, static_cast<char>(run_kind + 1)};
    at->SeekForPrev(past_runs);
    if (at->Valid() && at->key().starts_with(runs)) {
        ByteReader in(at->key().ToStringView().substr(runs.size()));
        run_ = in.be64() + 1;
        if (!in.ok()) {
            return damaged_ends();
        }
    }
    const std::string newest = key_of(newest_kind, run_);
    for (at->Seek(newest); at->Valid() && at->key().starts_with(newest); at->Next()) {
        newest_.append(at->value().ToStringView());
        newest_keys_.push_back(at->key().ToString());
    }
    ByteReader in(newest_);
    for (; in.ok() && !in.at_end(); ++newest_count_) {
        in.text();
    }
    return !in.ok() ? damaged_ends() : at->status();
}

rocksdb::Status IdEnds::put(rocksdb::WriteBatch& batch, const std::vector<std::string_view>& ids) {
    put_.clear();
    put_count_ = ids.size();
    for (const std::string_view id : ids) {
        put_text(put_, entry_of(id));
    }
    closes_run_ = newest_count_ + put_count_ >= run_entries_;
    put_key_ = key_of(newest_kind, run_);
    put_be64(put_key_, newest_count_);
    if (!closes_run_) {
        return put_count_ == 0 ? rocksdb::Status() : batch.Put(put_key_, put_);
    }
    BlockWriter writer(batch, run_);
    for (const std::string_view entry : in_order()) {
        writer.add(entry);
    }
    rocksdb::Status status = writer.finish();
    for (const std::string& key : newest_keys_) {
        status = status.ok() ? batch.Delete(key) : status;
    }
    return status;
}

void IdEnds::written() {
    const std::lock_guard lock(mutex_);
    if (closes_run_) {
        ++run_;
        newest_.clear();
        newest_count_ = 0;
        newest_keys_.clear();
        closes_run_ = false;
    } else if (put_count_ > 0) {
        newest_ += put_;
        newest_count_ += put_count_;
        newest_keys_.push_back(put_key_);
    }
    put_.clear();
    put_count_ = 0;
}

// The newest entries and those that are being put.
std::vector<std::string_view> IdEnds::in_order() const {
    std::vector<std::string_view> entries;
    entries.reserve(newest_count_ + put_count_);
    for (const std::string_view part : {std::string_view(newest_), std::string_view(put_)}) {
        for (ByteReader in(part); !in.at_end();) {
            entries.push_back(in.text());
        }
    }
    std::ranges::sort(entries);
    return entries;
}

void IdEnds::each_newest(std::string_view prefix,
                         const std::function<void(std::string_view)>& visit) const {
    const std::lock_guard lock(mutex_);
    for (ByteReader in(newest_); !in.at_end();) {
        const std::string_view entry = in.text();
        if (entry.starts_with(prefix)) {
            visit(entry);
        }
    }
}

EndsWalk::EndsWalk(rocksdb::DB& db, std::string prefix)
    : prefix_(std::move(prefix)), at_(db.NewIterator(in_total_order())) {}

// Stands at the block of the next run that may hold the first entry of the prefix.
bool EndsWalk::open_run() {
    const std::string runs{index_key::id_tail, run_kind};
    at_->Seek(key_of(run_kind, run_ + 1));
    if (!at_->Valid() || !at_->key().starts_with(runs)) {
        status_ = at_->status();
        return false;
    }
    ByteReader in(at_->key().ToStringView().substr(runs.size()));
    run_ = in.be64();
    const std::string run = key_of(run_kind, run_);
    const std::string first = at_->key().ToString();
    at_->SeekForPrev(run + prefix_);
    if (!at_->Valid() || !at_->key().starts_with(run)) {
        at_->Seek(first);
    }
    status_ = !at_->Valid() ? at_->status() : status_;
    rest_ = at_->Valid() ? at_->value().ToStringView() : std::string_view();
    entry_.clear();
    return at_->Valid();
}

// The next entry of this run, whatever its prefix; false at the end of the run.
bool EndsWalk::next_in_block() {
    if (rest_.empty()) {
        at_->Next();
        if (!at_->Valid() || !at_->key().starts_with(key_of(run_kind, run_))) {
            status_ = at_->status();
            return false;
        }
        rest_ = at_->value().ToStringView();
        entry_.clear();
    }
    ByteReader in(rest_);
    const std::uint64_t shared = in.varint();
    const std::string_view more = in.text();
    if (!in.ok() || shared > entry_.size()) {
        status_ = damaged_ends();
        return false;
    }
    entry_.resize(shared);
    entry_.append(more);
    rest_.remove_prefix(rest_.size() - in.left());
    return true;
}

bool EndsWalk::next() {
    while (status_.ok()) {
        if (!in_run_ && !open_run()) {
            return false;
        }
        in_run_ = true;
        while (next_in_block()) {
            if (entry_.starts_with(prefix_)) {
                return true;
            }
            if (entry_ > prefix_) {
                break;
            }
        }
        in_run_ = false;
    }
    return false;
}

}  // namespace hence::rocks
