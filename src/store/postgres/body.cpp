#include "store/postgres/body.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <zstd.h>

#include "base/process.h"
#include "base/try.h"
#include "model/event_rules.h"

namespace hence::postgres {
namespace {

constexpr std::size_t piece_size_max = std::size_t{512} << 10;
constexpr std::size_t worth_packing = 200;
constexpr int packing_level = 1;
// No value is larger: an event, its names, and what the chunk says about them.
constexpr std::size_t value_size_max = 8 * event_size_max;

constexpr unsigned form_packed = 1;
constexpr unsigned form_more = 2;

Error damaged_value() {
    return {Code::corrupt, "a value in the engine's tables is damaged"};
}

// Contexts that nobody uses at this moment: to make one takes as long as to pack some thousand
// bytes. They belong to no thread, because a host may record while it exits, when what is a
// thread's is gone.
template <class Context, Context* (*Make)(), std::size_t (*Free)(Context*)>
class Contexts {
public:
    struct FreeContext {
        void operator()(Context* context) const { Free(context); }
    };
    using Held = std::unique_ptr<Context, FreeContext>;

    // Null where there is no memory for one.
    Held take() {
        const std::lock_guard lock(mutex_);
        if (idle_.empty()) {
            return Held(Make());
        }
        Held held = std::move(idle_.back());
        idle_.pop_back();
        return held;
    }
    void give_back(Held held) {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(held));
    }

private:
    std::mutex mutex_;
    std::vector<Held> idle_;
};
using Packing = Contexts<ZSTD_CCtx, ZSTD_createCCtx, ZSTD_freeCCtx>;
using Unpacking = Contexts<ZSTD_DCtx, ZSTD_createDCtx, ZSTD_freeDCtx>;

std::string packed(std::string_view value) {
    Packing& contexts = of_this_process<Packing>();
    Packing::Held context = contexts.take();
    if (context == nullptr) {
        return {};  // Without memory for it the value is kept as it is.
    }
    std::string out(ZSTD_compressBound(value.size()), '\0');
    const std::size_t size = ZSTD_compressCCtx(context.get(), out.data(), out.size(), value.data(),
                                               value.size(), packing_level);
    contexts.give_back(std::move(context));
    out.resize(ZSTD_isError(size) != 0 ? 0 : size);
    return out;
}

Result<std::string> unpacked(std::string_view bytes) {
    const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN ||
        size > value_size_max) {
        return damaged_value();
    }
    Unpacking& contexts = of_this_process<Unpacking>();
    Unpacking::Held context = contexts.take();
    if (context == nullptr) {
        return Error{Code::limit, "there is no memory to unpack a value of the engine"};
    }
    std::string value(size, '\0');
    const std::size_t got =
        ZSTD_decompressDCtx(context.get(), value.data(), value.size(), bytes.data(), bytes.size());
    contexts.give_back(std::move(context));
    if (ZSTD_isError(got) != 0 || got != value.size()) {
        return damaged_value();
    }
    return value;
}

}  // namespace

std::vector<std::string> pieces_of(std::string_view value) {
    unsigned form = 0;
    std::string shorter;
    if (value.size() >= worth_packing) {
        shorter = packed(value);
        if (!shorter.empty() && shorter.size() < value.size()) {
            value = shorter;
            form = form_packed;
        }
    }
    std::vector<std::string> pieces;
    do {
        const std::string_view piece = value.substr(0, piece_size_max);
        value.remove_prefix(piece.size());
        std::string bytes(1, static_cast<char>(form | (value.empty() ? 0 : form_more)));
        bytes.append(piece);
        pieces.push_back(std::move(bytes));
    } while (!value.empty());
    return pieces;
}

std::string only_piece_of(std::string_view value) {
    std::string piece;
    piece.reserve(1 + value.size());
    piece.push_back('\0');
    piece.append(value);
    return piece;
}

Result<std::string> PieceJoiner::join() const {
    std::string bytes;
    unsigned form = form_more;
    for (std::int64_t number = 0; (form & form_more) != 0; ++number) {
        const auto found = pieces_.find(number);
        if (found == pieces_.end() || found->second.empty()) {
            return damaged_value();
        }
        form = static_cast<unsigned char>(found->second.front());
        bytes.append(found->second, 1);
    }
    return (form & form_packed) != 0 ? unpacked(bytes) : Result<std::string>(std::move(bytes));
}

}  // namespace hence::postgres
