#include "store/format/posting.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace hence {
namespace {

bool by_time(const PostingEntry& a, const PostingEntry& b) {
    return std::tie(a.time, a.place.seq) < std::tie(b.time, b.place.seq);
}

bool by_place(const PostingEntry& a, const PostingEntry& b) {
    return std::tie(a.place.cluster, a.place.chunk, a.place.seq) <
           std::tie(b.place.cluster, b.place.chunk, b.place.seq);
}

PostingPart make_part(std::span<PostingEntry> entries) {
    PostingPart part;
    const auto [earliest, latest] = std::ranges::minmax_element(
        entries, [](const PostingEntry& a, const PostingEntry& b) { return a.time < b.time; });
    part.first.time = earliest->time;
    part.first.seq = std::ranges::min_element(entries, {}, [](const PostingEntry& entry) {
                         return entry.place.seq;
                     })->place.seq;
    put_instant(part.value, latest->time);
    if (!std::ranges::is_sorted(entries, by_place)) {
        std::ranges::sort(entries, by_place);
    }
    for (std::size_t begin = 0; begin < entries.size();) {
        const Place& chunk = entries[begin].place;
        std::size_t end = begin;
        while (end < entries.size() && entries[end].place.cluster == chunk.cluster &&
               entries[end].place.chunk == chunk.chunk) {
            ++end;
        }
        put_varint(part.value, chunk.cluster);
        put_varint(part.value, chunk.chunk - chunk.cluster);
        put_varint(part.value, end - begin);
        std::uint64_t before = chunk.chunk;
        for (; begin < end; ++begin) {
            put_varint(part.value, entries[begin].place.seq - before);
            before = entries[begin].place.seq;
        }
    }
    return part;
}

}  // namespace

std::vector<PostingPart> make_postings(std::vector<PostingEntry>& entries) {
    std::vector<PostingPart> parts;
    const auto [earliest, latest] = std::ranges::minmax_element(
        entries, [](const PostingEntry& a, const PostingEntry& b) { return a.time < b.time; });
    if (latest->time.seconds - earliest->time.seconds < posting_span_max_seconds) {
        parts.push_back(make_part(entries));
        return parts;
    }
    std::ranges::sort(entries, by_time);
    for (std::size_t begin = 0; begin < entries.size();) {
        std::size_t end = begin;
        while (end < entries.size() &&
               entries[end].time.seconds - entries[begin].time.seconds < posting_span_max_seconds) {
            ++end;
        }
        parts.push_back(make_part(std::span(entries).subspan(begin, end - begin)));
        begin = end;
    }
    return parts;
}

Result<Posting> decode_posting(std::string_view value) {
    Posting posting;
    ByteReader in(value);
    posting.latest = take_instant(in);
    while (in.ok() && !in.at_end()) {
        Place place;
        place.cluster = in.varint();
        place.chunk = place.cluster + in.varint();
        place.seq = place.chunk;
        for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
            place.seq += in.varint();
            posting.places.push_back(place);
        }
    }
    if (!in.ok()) {
        return Error{Code::corrupt, "a posting of the index does not read as one"};
    }
    return posting;
}

Time latest_in(std::string_view value) {
    ByteReader in(value);
    return take_instant(in);
}

}  // namespace hence
