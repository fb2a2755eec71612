#include "store/search/segment.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/by_text.h"
#include "base/bytes.h"
#include "base/try.h"
#include "model/repeat.h"

namespace hence {
namespace {

constexpr std::size_t block_bytes = std::size_t{8} << 10;
constexpr std::size_t builder_bytes_max = std::size_t{48} << 20;
// Most words of a segment are rare, so the first slice of postings is small.
constexpr std::uint32_t slice_bytes_min = 8;
constexpr std::uint32_t slice_bytes_max = 256;
constexpr std::uint32_t link_bytes = sizeof(std::uint32_t);
// So many words are looked up at a time.
constexpr std::size_t together = 64;

// The half of a hash that the place in the table does not tell.
std::uint32_t tag_of(std::size_t hash) {
    return static_cast<std::uint32_t>(hash >> 32);
}

Error damaged_block() {
    return {Code::corrupt, "a block of the search index is damaged"};
}

// Docs that may hold the word: those with the whole word, and those with all of its parts.
Result<Evaluation> evaluate_word(const QueryWord& word, const TermSource& terms) {
    const auto docs_of = [&](const std::string& term, bool prefix, DocSet& docs) -> Result<void> {
        return prefix ? terms.add_docs_of_prefix(term, docs) : terms.add_docs(term, docs);
    };
    Evaluation found;
    TRY(docs_of(word.whole, word.prefix, found.certain));
    if (!word.is_compound()) {
        return found;
    }
    for (std::size_t i = 0; i < word.parts.size(); ++i) {
        DocSet docs;
        TRY(docs_of(word.parts[i], word.prefix && i + 1 == word.parts.size(), docs));
        if (i == 0) {
            found.candidates = std::move(docs);
        } else {
            found.candidates &= docs;
        }
    }
    found.candidates -= found.certain;
    return found;
}

Result<Evaluation> evaluate_phrase(const QueryPhrase& phrase, const TermSource& terms) {
    Evaluation found = TRY(evaluate_word(phrase.words.front(), terms));
    if (phrase.words.size() == 1) {
        return found;
    }
    found.candidates |= found.certain;
    found.certain = DocSet();
    for (std::size_t i = 1; i < phrase.words.size() && !found.candidates.empty(); ++i) {
        Evaluation more = TRY(evaluate_word(phrase.words[i], terms));
        more.candidates |= more.certain;
        found.candidates &= more.candidates;
    }
    return found;
}

}  // namespace

Result<Evaluation> evaluate(const WordQuery& query, const TermSource& terms) {
    Evaluation found;
    for (std::size_t i = 0; i < query.all.size(); ++i) {
        Evaluation one = TRY(evaluate_phrase(query.all[i], terms));
        one.candidates |= one.certain;
        if (i == 0) {
            found = std::move(one);
        } else {
            found.certain &= one.certain;
            found.candidates &= one.candidates;
        }
        if (found.candidates.empty()) {
            return found;
        }
    }
    for (const QueryPhrase& phrase : query.none) {
        const Evaluation one = TRY(evaluate_phrase(phrase, terms));
        found.certain -= one.certain;
        found.certain -= one.candidates;
        found.candidates -= one.certain;
    }
    if (!query.literal.empty()) {
        found.certain = DocSet();
    }
    found.candidates -= found.certain;
    return found;
}

Result<void> add_postings(std::string_view postings, DocSet& docs) {
    ByteReader in(postings);
    std::uint64_t doc = 0;
    while (!in.at_end()) {
        doc += in.varint();
        if (!in.ok() || doc >= docs.room()) {
            return damaged_block();
        }
        docs.add(doc);
    }
    return {};
}

Result<bool> TermReader::next() {
    if (rest_.empty()) {
        return false;
    }
    ByteReader in(rest_);
    const std::uint64_t shared = in.varint();
    const std::string_view suffix = in.text();
    postings_ = in.text();
    if (!in.ok() || shared > term_.size()) {
        return damaged_block();
    }
    term_.resize(shared);
    term_ += suffix;
    rest_ = rest_.substr(rest_.size() - in.left());
    return true;
}

SegmentBuilder::SegmentBuilder(std::uint64_t first_seq, std::size_t docs_max)
    : docs_max_(docs_max), rows_(first_seq), table_(4'096) {}

void SegmentBuilder::restart(std::uint64_t first_seq) {
    rows_ = MatchRowsBuilder(first_seq);
    texts_.clear();
    pool_.clear();
    terms_.clear();
    std::ranges::fill(table_, Slot());
}

bool SegmentBuilder::is_full() const {
    const std::size_t bytes = texts_.size() + terms_.size() * sizeof(Term) + pool_.size();
    return rows().size() >= docs_max_ || bytes >= builder_bytes_max;
}

void SegmentBuilder::add(const Event& event) {
    const auto doc = static_cast<std::uint32_t>(rows().size());
    rows_.add(event);
    if (is_withdrawn(event)) {
        return;  // It stands in no answer.
    }
    each_text(event, [&](std::string_view text) {
        WordReader words(text);
        while (words.next(word_)) {
            wait(word_.folded, doc);
            if (!word_.other.empty()) {
                wait(word_.other, doc);
            }
            if (word_.parts.size() > 1 || word_.parts.front().folded != word_.folded) {
                for (const WordPart& part : word_.parts) {
                    wait(part.folded, doc);
                }
            }
        }
    });
    note_waiting(doc);
}

// The words of a segment do not fit the caches of a processor, and each look-up goes to three
// places that are far apart. So words are looked up together: the memory of all of them is asked
// for before the first is read.
void SegmentBuilder::wait(std::string_view folded, std::uint32_t doc) {
    const std::string_view text = term_of(folded);
    const std::size_t hash = TextHash()(text);
    __builtin_prefetch(&table_[hash & (table_.size() - 1)]);
    waiting_.push_back({hash, waiting_texts_.size(), text.size()});
    waiting_texts_ += text;
    if (waiting_.size() == together) {
        note_waiting(doc);
    }
}

void SegmentBuilder::note_waiting(std::uint32_t doc) {
    const std::size_t mask = table_.size() - 1;
    for (const Waiting& word : waiting_) {
        const std::uint32_t term = table_[word.hash & mask].term;
        if (term != 0) {
            __builtin_prefetch(&terms_[term - 1]);
        }
    }
    for (const Waiting& word : waiting_) {
        const std::uint32_t term = table_[word.hash & mask].term;
        if (term != 0) {
            __builtin_prefetch(texts_.data() + terms_[term - 1].text_at);
        }
    }
    for (const Waiting& word : waiting_) {
        const std::string_view texts = waiting_texts_;
        note(find_or_add(texts.substr(word.text_at, word.text_size), word.hash), doc);
    }
    waiting_.clear();
    waiting_texts_.clear();
}

void SegmentBuilder::note(Term& term, std::uint32_t doc) {
    const bool first = term.postings_size == 0;
    if (!first && term.last_doc == doc) {
        return;
    }
    posting_.clear();
    put_varint(posting_, first ? doc : doc - term.last_doc);
    put_postings(term, posting_);
    term.last_doc = doc;
}

void SegmentBuilder::put_postings(Term& term, std::string_view bytes) {
    for (const char byte : bytes) {
        if (term.slice_at == term.slice_end) {
            begin_slice(term);
        }
        pool_[term.slice_at++] = byte;
        ++term.postings_size;
    }
}

void SegmentBuilder::begin_slice(Term& term) {
    const auto at = static_cast<std::uint32_t>(pool_.size());
    const bool first = term.postings_size == 0;
    term.slice_size = first ? slice_bytes_min : std::min(term.slice_size * 2, slice_bytes_max);
    pool_.resize(pool_.size() + term.slice_size + link_bytes);
    if (first) {
        term.postings_at = at;
    } else {
        std::memcpy(pool_.data() + term.slice_end, &at, link_bytes);
    }
    term.slice_at = at;
    term.slice_end = at + term.slice_size;
}

std::string SegmentBuilder::postings_of(const Term& term) const {
    std::string postings;
    postings.reserve(term.postings_size);
    std::uint32_t at = term.postings_at;
    std::uint32_t size = slice_bytes_min;
    while (postings.size() < term.postings_size) {
        postings.append(pool_, at,
                        std::min<std::size_t>(size, term.postings_size - postings.size()));
        std::memcpy(&at, pool_.data() + at + size, link_bytes);
        size = std::min(size * 2, slice_bytes_max);
    }
    return postings;
}

const SegmentBuilder::Term* SegmentBuilder::find(std::string_view text) const {
    const std::size_t hash = TextHash()(text);
    const std::size_t mask = table_.size() - 1;
    for (std::size_t at = hash & mask; table_[at].term != 0; at = (at + 1) & mask) {
        if (table_[at].tag == tag_of(hash) && text_of(terms_[table_[at].term - 1]) == text) {
            return &terms_[table_[at].term - 1];
        }
    }
    return nullptr;
}

SegmentBuilder::Term& SegmentBuilder::find_or_add(std::string_view text, std::size_t hash) {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hash & mask;
    for (; table_[at].term != 0; at = (at + 1) & mask) {
        if (table_[at].tag == tag_of(hash) && text_of(terms_[table_[at].term - 1]) == text) {
            return terms_[table_[at].term - 1];
        }
    }
    terms_.push_back(
        {static_cast<std::uint32_t>(texts_.size()), static_cast<std::uint32_t>(text.size())});
    texts_ += text;
    table_[at] = {tag_of(hash), static_cast<std::uint32_t>(terms_.size())};
    if (terms_.size() * 2 > table_.size()) {
        grow();
    }
    return terms_.back();
}

void SegmentBuilder::grow() {
    table_.assign(table_.size() * 2, {});
    const std::size_t mask = table_.size() - 1;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
        const std::size_t hash = TextHash()(text_of(terms_[i]));
        std::size_t at = hash & mask;
        while (table_[at].term != 0) {
            at = (at + 1) & mask;
        }
        table_[at] = {tag_of(hash), static_cast<std::uint32_t>(i + 1)};
    }
}

Result<void> SegmentBuilder::add_docs(std::string_view term, DocSet& docs) const {
    const Term* found = find(term);
    return found == nullptr ? Result<void>() : add_postings(postings_of(*found), docs);
}

Result<void> SegmentBuilder::add_docs_of_prefix(std::string_view prefix, DocSet& docs) const {
    for (const Term& term : terms_) {
        if (text_of(term).starts_with(prefix)) {
            TRY(add_postings(postings_of(term), docs));
        }
    }
    return {};
}

void SegmentBuilder::each_block(
    const std::function<void(std::string_view, const std::string&)>& visit) const {
    std::vector<std::uint32_t> order(terms_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return text_of(terms_[i]); });
    std::string block;
    std::string_view first;
    std::string_view before;
    for (const std::uint32_t i : order) {
        const std::string_view text = text_of(terms_[i]);
        if (block.empty()) {
            first = text;
            before = {};
        }
        const auto [ours, theirs] = std::ranges::mismatch(text, before);
        const auto shared = static_cast<std::size_t>(ours - text.begin());
        put_varint(block, shared);
        put_text(block, text.substr(shared));
        put_text(block, postings_of(terms_[i]));
        before = text;
        if (block.size() >= block_bytes) {
            visit(first, block);
            block.clear();
        }
    }
    if (!block.empty()) {
        visit(first, block);
    }
}

Result<void> SegmentBuilder::take_block(std::string_view block) {
    TermReader words(block);
    for (;;) {
        const bool more = TRY(words.next());
        if (!more) {
            return {};
        }
        ByteReader in(words.postings());
        std::uint64_t doc = 0;
        while (!in.at_end()) {
            doc += in.varint();
        }
        if (!in.ok() || doc >= rows().size() || words.postings().empty()) {
            return damaged_block();
        }
        Term& term = find_or_add(words.term(), TextHash()(words.term()));
        if (term.postings_size != 0) {
            return damaged_block();  // A word stands in one place.
        }
        put_postings(term, words.postings());
        term.last_doc = static_cast<std::uint32_t>(doc);
    }
}

}  // namespace hence
