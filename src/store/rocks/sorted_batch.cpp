#include "store/rocks/sorted_batch.h"

#include <algorithm>
#include <tuple>

namespace hence::rocks {
namespace {

std::uint64_t first_bytes(std::string_view key) {
    std::uint64_t order = 0;
    for (std::size_t i = 0; i < sizeof(order); ++i) {
        const auto byte = i < key.size() ? static_cast<unsigned char>(key[i]) : 0U;
        order = order << 8U | byte;
    }
    return order;
}

}  // namespace

void SortedBatch::add(Sort sort, std::string_view key, std::string_view value) {
    changes_.push_back({first_bytes(key), bytes_.size(), key.size(), value.size(), sort});
    bytes_ += key;
    bytes_ += value;
}

rocksdb::Status SortedBatch::append_to(rocksdb::WriteBatch& batch) {
    // Keys that begin alike stay in the order in which they came.
    std::ranges::sort(changes_, {},
                      [](const Change& change) { return std::pair(change.order, change.at); });
    rocksdb::Status status;
    for (const Change& change : changes_) {
        const rocksdb::Slice key(bytes_.data() + change.at, change.key_size);
        const rocksdb::Slice value(key.data() + change.key_size, change.value_size);
        switch (change.sort) {
            case Sort::put: status = batch.Put(key, value); break;
            case Sort::merge: status = batch.Merge(key, value); break;
            case Sort::drop: status = batch.Delete(key); break;
        }
        if (!status.ok()) {
            break;
        }
    }
    return status;
}

}  // namespace hence::rocks
