// Names that begin with a part stand together, and so do those that end with the part, each from
// its last byte to its first. Of the names that end with a part, the first in byte order are
// wanted, and these may be anywhere among very many. So two walks take turns, and the first to
// reach its end has the answer. One looks at the names that end with the part: few, where the part
// is long. The other looks at all names in order until it has enough: soon, where the part is short
// and many names end with it. The cost is about the square root of the number of names, unless many
// names end with the part and all of these come late in the order.
#include "store/rocks/names/find_names.h"

#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "store/format/layout.h"
#include "store/rocks/names/packed_key.h"

namespace hence::rocks {
namespace {

// Walks over the keys that begin with `kind`, in byte order, from `kind` and `from` on. `kind`
// never ends in 0xFF.
class NameWalk {
public:
    NameWalk(rocksdb::DB& db, std::string kind, std::string_view from)
        : kind_(std::move(kind)), end_(kind_) {
        end_.back() = static_cast<char>(end_.back() + 1);
        end_slice_ = end_;
        rocksdb::ReadOptions options;
        options.total_order_seek = true;
        options.iterate_upper_bound = &end_slice_;
        at_.reset(db.NewIterator(options));
        seek(from);
    }
    NameWalk(const NameWalk&) = delete;  // The iterator points into it.
    NameWalk& operator=(const NameWalk&) = delete;

    void seek(std::string_view from) { at_->Seek(kind_ + std::string(from)); }
    void next() { at_->Next(); }
    // Whether it stands at a name that begins with `part`.
    bool at(std::string_view part) const { return at_->Valid() && name().starts_with(part); }
    bool at_end() const { return !at_->Valid(); }
    std::string_view key() const { return at_->key().ToStringView(); }
    std::string_view name() const { return key().substr(kind_.size()); }
    rocksdb::Status status() const { return at_->status(); }

private:
    std::string kind_;
    std::string end_;
    rocksdb::Slice end_slice_;
    std::unique_ptr<rocksdb::Iterator> at_;
};

// Walks over all ids in byte order. Those that are packed lie apart from the others.
class IdWalk {
public:
    IdWalk(rocksdb::DB& db, std::string_view from)
        : plain_(db, index_key::of_names(Space::all), from),
          packed_(db, std::string(1, index_key::packed_id), {}) {
        seek_packed(from);
    }

    void seek(std::string_view from) {
        plain_.seek(from);
        seek_packed(from);
    }
    void next() {
        if (is_packed()) {
            packed_.next();
            unpack();
        } else {
            plain_.next();
        }
    }
    bool at(std::string_view part) const { return !at_end() && name().starts_with(part); }
    bool at_end() const { return plain_.at_end() && packed_.at_end(); }
    std::string_view name() const { return is_packed() ? unpacked_ : plain_.name(); }
    rocksdb::Status status() const {
        return plain_.status().ok() ? packed_.status() : plain_.status();
    }

private:
    bool is_packed() const {
        return !packed_.at_end() && (plain_.at_end() || unpacked_ < plain_.name());
    }
    void seek_packed(std::string_view from) {
        packed_.seek(packed_id_from(from).substr(1));
        unpack();
    }
    void unpack() {
        unpacked_ = packed_.at_end() ? std::string() : unpacked_id(packed_.key()).value_or("");
    }

    NameWalk plain_;
    NameWalk packed_;
    std::string unpacked_;  // Where `packed_` stands.
};

std::string reversed(std::string_view text) {
    return {text.rbegin(), text.rend()};
}

// The first `limit` names in byte order.
class FirstNames {
public:
    explicit FirstNames(std::size_t limit) : limit_(limit) {}

    void offer(std::string name) {
        if (full() && (limit_ == 0 || name >= *names_.rbegin())) {
            return;
        }
        names_.insert(std::move(name));
        if (names_.size() > limit_) {
            names_.erase(std::prev(names_.end()));
        }
    }
    bool full() const { return names_.size() >= limit_; }
    // Whether no name from this one on can be among the first.
    bool are_before(std::string_view name) const {
        return full() && (limit_ == 0 || name > *names_.rbegin());
    }
    const std::set<std::string>& names() const { return names_; }

private:
    std::size_t limit_;
    std::set<std::string> names_;
};

// The rows that end with a part, one after the other.
class RowsByEnd {
public:
    RowsByEnd(rocksdb::DB& db, const NamesAsked& asked)
        : tail_(reversed(asked.part)),
          walk_(db, index_key::of_names_reversed(asked.space), tail_) {}

    // Offers the next name to `found`; false when there is none.
    bool step(FirstNames& found) {
        if (!walk_.at(tail_)) {
            return false;
        }
        found.offer(reversed(walk_.name()));
        walk_.next();
        return true;
    }
    rocksdb::Status finish(FirstNames& /*found*/) { return walk_.status(); }

private:
    std::string tail_;
    NameWalk walk_;
};

// The ids that end with a part. Those of random digits are known by their first bytes at first
// (index_key::of_id_tail).
class IdsByEnd {
public:
    IdsByEnd(rocksdb::DB& db, const IdEnds& ends, const NamesAsked& asked)
        : part_(asked.part),
          short_prefix_(index_key::id_tail +
                        reversed(asked.part).substr(0, index_key::id_tail_size)),
          whole_prefix_(index_key::of_names_reversed(Space::all) + reversed(asked.part)),
          names_(db, asked.part),
          heads_(asked.limit),
          ends_(ends),
          db_(db) {}

    bool step(FirstNames& found) {
        if (short_ == nullptr) {
            begin(found);
        }
        if (short_->next()) {
            take_short(short_->entry(), found);
            return true;
        }
        if (whole_->next()) {
            take_whole(whole_->entry(), found);
            return true;
        }
        return false;
    }

    rocksdb::Status finish(FirstNames& found) {
        for (const std::string& head : heads_.names()) {
            offer_ids(head, found);
        }
        return !short_->status().ok()   ? short_->status()
               : !whole_->status().ok() ? whole_->status()
                                        : names_.status();
    }

private:
    void begin(FirstNames& found) {
        std::vector<std::string> heads;
        ends_.each_newest(short_prefix_,
                          [&](std::string_view entry) { heads.emplace_back(entry); });
        for (const std::string& entry : heads) {
            take_short(entry, found);
        }
        ends_.each_newest(whole_prefix_, [&](std::string_view entry) { take_whole(entry, found); });
        short_ = std::make_unique<EndsWalk>(db_, short_prefix_);
        whole_ = std::make_unique<EndsWalk>(db_, whole_prefix_);
    }

    // An id that ends with the last bytes of a long part may still not end with all of it, so it is
    // looked up at once. What a short part fits is looked up at the end: only the first.
    void take_short(std::string_view entry, FirstNames& found) {
        std::string head(entry.substr(1 + index_key::id_tail_size));
        if (part_.size() > index_key::id_tail_size) {
            offer_ids(head, found);
        } else {
            heads_.offer(std::move(head));
        }
    }

    void take_whole(std::string_view entry, FirstNames& found) {
        const std::size_t prefix = whole_prefix_.size() - part_.size();
        found.offer(reversed(entry.substr(prefix)));
    }

    void offer_ids(std::string_view head, FirstNames& found) {
        for (names_.seek(head); names_.at(head); names_.next()) {
            if (names_.name().ends_with(part_)) {
                found.offer(std::string(names_.name()));
            }
        }
    }

    std::string_view part_;
    std::string short_prefix_;
    std::string whole_prefix_;
    IdWalk names_;
    FirstNames heads_;  // Each is the beginning of one name at least.
    const IdEnds& ends_;
    rocksdb::DB& db_;
    std::unique_ptr<EndsWalk> short_;
    std::unique_ptr<EndsWalk> whole_;
};

// `beginning` stands where names with the part begin, and `all` at the first name of all.
template <class Walk, class ByEnd>
rocksdb::Status find_by_turns(Walk& beginning, Walk& all, ByEnd& by_end, const NamesAsked& asked,
                              std::vector<std::string>& names) {
    FirstNames found(asked.limit);
    for (; beginning.at(asked.part) && !found.full(); beginning.next()) {
        found.offer(std::string(beginning.name()));
    }
    if (!beginning.status().ok()) {
        return beginning.status();
    }
    FirstNames in_order = found;
    while (by_end.step(found)) {
        if (all.at_end() || in_order.are_before(all.name())) {
            names.assign(in_order.names().begin(), in_order.names().end());
            return all.status();
        }
        if (all.name().ends_with(asked.part)) {
            in_order.offer(std::string(all.name()));
        }
        all.next();
    }
    rocksdb::Status status = by_end.finish(found);
    names.assign(found.names().begin(), found.names().end());
    return status;
}

}  // namespace

rocksdb::Status find_names(rocksdb::DB& db, const IdEnds& ends, const NamesAsked& asked,
                           std::vector<std::string>& names) {
    if (asked.space == Space::all) {
        IdWalk beginning(db, asked.part);
        IdWalk all(db, {});
        IdsByEnd by_end(db, ends, asked);
        return find_by_turns(beginning, all, by_end, asked, names);
    }
    const std::string space = index_key::of_names(asked.space);
    NameWalk beginning(db, space, asked.part);
    NameWalk all(db, space, {});
    RowsByEnd by_end(db, asked);
    return find_by_turns(beginning, all, by_end, asked, names);
}

}  // namespace hence::rocks
