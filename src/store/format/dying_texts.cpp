#include "store/format/dying_texts.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "store/format/event_codec.h"

namespace hence {

bool DyingTexts::wants(const BatchEntry& batch) const {
    if (unmet_ > 0) {
        return true;
    }
    const auto behind = std::ranges::upper_bound(erasure_.seqs, batch.first_seq + batch.count - 1,
                                                 {}, &SeqRange::first);
    return behind != erasure_.seqs.begin() && (behind - 1)->last >= batch.first_seq;
}

Result<void> DyingTexts::collect_from(const std::vector<std::shared_ptr<const Chunk>>& chunks) {
    for (const std::shared_ptr<const Chunk>& chunk : chunks) {
        for (const Chunk::Slot& slot : chunk->events()) {
            if (!slot.commitment && erasure_.covers(slot.seq)) {
                std::vector<Hash> names = TRY(hashes_in_event(slot.stored));
                to_names(*chunk, names);
                name(names);
            }
        }
    }
    // What a unit names may lie in a chunk that was looked at before.
    for (bool again = unmet_ > 0; again;) {
        again = false;
        for (const std::shared_ptr<const Chunk>& chunk : chunks) {
            const bool met = TRY(meet_units(*chunk));
            again = again || met;
        }
    }
    return {};
}

Result<bool> DyingTexts::meet_units(const Chunk& chunk) {
    bool any = false;
    for (const auto& [hash, unit] : chunk.texts()) {
        const auto known = texts_.find(namer_(chunk.cluster(), hash));
        if (known == texts_.end() || known->second.met) {
            continue;
        }
        std::vector<Hash> names;
        TRY(hashes_in_unit(unit, names));
        to_names(chunk, names);
        known->second.met = true;
        known->second.names = names;
        --unmet_;
        any = true;
        name(names);
    }
    return any;
}

void DyingTexts::to_names(const Chunk& chunk, std::vector<Hash>& hashes) const {
    for (Hash& hash : hashes) {
        hash = namer_(chunk.cluster(), hash);
    }
}

void DyingTexts::name(const std::vector<Hash>& names) {
    for (const Hash& each : names) {
        unmet_ += texts_.try_emplace(each).second ? 1U : 0U;
    }
}

// A unit that no erased event leads to was brought by an event that stays.
Result<void> DyingTexts::keep_what_is_named_in(const Chunk& chunk) {
    for (const Chunk::Slot& slot : chunk.events()) {
        if (!erasure_.covers(slot.seq)) {
            std::vector<Hash> names = TRY(hashes_in_event(slot.stored));
            to_names(chunk, names);
            need(names);
        }
    }
    for (const auto& [hash, unit] : chunk.texts()) {
        if (!texts_.contains(namer_(chunk.cluster(), hash))) {
            std::vector<Hash> names;
            TRY(hashes_in_unit(unit, names));
            to_names(chunk, names);
            need(names);
        }
    }
    return {};
}

void DyingTexts::need(const std::vector<Hash>& names) {
    for (const Hash& each : names) {
        const auto known = texts_.find(each);
        if (known != texts_.end() && !std::exchange(known->second.needed, true)) {
            fresh_.push_back(each);
        }
    }
}

std::vector<Hash> DyingTexts::dead() {
    while (!fresh_.empty()) {
        const std::vector<Hash> named = texts_.at(fresh_.back()).names;
        fresh_.pop_back();
        need(named);
    }
    std::vector<Hash> dead;
    for (const auto& [hash, text] : texts_) {
        if (!text.needed) {
            dead.push_back(hash);
        }
    }
    std::ranges::sort(dead);
    return dead;
}

}  // namespace hence
