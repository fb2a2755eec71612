#include "store/rocks/sheets/sheet_keeper.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/bytes.h"
#include "base/try.h"
#include "store/format/layout.h"

namespace hence::rocks {
namespace {

constexpr char head_kind = 'h';
constexpr char events_kind = 'e';
constexpr char decisions_kind = 'd';

std::string key_of(char kind, std::uint64_t last_seq) {
    std::string key{index_key::sheet, kind};
    put_be64(key, last_seq);
    return key;
}

rocksdb::ReadOptions in_total_order() {
    rocksdb::ReadOptions options;
    options.total_order_seek = true;
    return options;
}

}  // namespace

std::string sheet_key(SheetKind kind, std::uint64_t last_seq) {
    return key_of(kind == SheetKind::events ? events_kind : decisions_kind, last_seq);
}

rocksdb::Status list_sheets(rocksdb::DB& db, std::vector<SheetPlace>& places) {
    const std::string prefix{index_key::sheet, head_kind};
    const std::unique_ptr<rocksdb::Iterator> at(db.NewIterator(in_total_order()));
    for (at->Seek(prefix); at->Valid() && at->key().starts_with(prefix); at->Next()) {
        ByteReader key(at->key().ToStringView().substr(prefix.size()));
        ByteReader value(at->value().ToStringView());
        SheetPlace place;
        place.last_seq = key.be64();
        place.first.time = take_instant(value);
        place.first.seq = value.be64();
        if (!key.ok() || !value.ok()) {
            return rocksdb::Status::Corruption("the head of a sheet does not read as one");
        }
        places.push_back(place);
    }
    return at->status();
}

rocksdb::Status SheetKeeper::load(rocksdb::DB& db, std::uint64_t applied) {
    std::vector<SheetPlace> places;
    rocksdb::Status status = list_sheets(db, places);
    last_sheet_ = places.empty() ? 0 : places.back().last_seq;
    missing_to_ = std::max(applied, last_sheet_);
    return status;
}

Result<void> SheetKeeper::read_missing() {
    const std::unique_ptr<Cursor> events = TRY(read_(last_sheet_ + 1, missing_to_));
    for (std::optional<Event> event = TRY(events->next()); event;) {
        builder_->add(*event);
        event = TRY(events->next());
    }
    missing_to_ = last_sheet_;
    return {};
}

rocksdb::Status SheetKeeper::put(rocksdb::WriteBatch& batch, const Additions& additions) {
    if (given_up_) {
        return {};
    }
    for (const Stored& stored : additions.events) {
        builder_->add(stored.event);
    }
    if (additions.last_seq < last_sheet_ + sheet_events_) {
        return {};
    }
    if (missing_to_ > last_sheet_ && (!read_ || !read_missing())) {
        given_up_ = true;
        builder_ = nullptr;
        return {};
    }
    rocksdb::Status status;
    const auto put = [&](char kind, const std::string& value) {
        status = status.ok() ? batch.Put(key_of(kind, additions.last_seq), value) : status;
    };
    const Position first = builder_->first().value_or(Position());
    std::string head;
    put_instant(head, first.time);
    put_be64(head, first.seq);
    put(head_kind, head);
    put(events_kind, builder_->encode(SheetKind::events));
    put(decisions_kind, builder_->encode(SheetKind::decisions));
    builder_ = std::make_unique<SheetBuilder>();
    last_sheet_ = additions.last_seq;
    missing_to_ = last_sheet_;
    return status;
}

}  // namespace hence::rocks
