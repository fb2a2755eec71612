// OpenSSL keeps globals that it frees when the program exits, and a store may be used then: so it
// is told to free nothing, as base/ed25519.cpp does.
#include "base/secrets/sealed.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <zstd.h>

#include "base/process.h"
#include "base/random.h"
#include "base/try.h"

namespace hence {
namespace {

constexpr std::size_t seal_nonce_size = 12;
constexpr std::size_t seal_tag_size = 16;
constexpr std::size_t cipher_block = 16;
constexpr int pack_level = -1;             // A third quicker than 1, and a tenth larger.
constexpr std::size_t pack_size_min = 64;  // Below, a frame costs more than it saves.
constexpr char packed_plain = 0;
constexpr char packed_zstd = 1;

struct FreeCipher {
    void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, FreeCipher>;

// Looked up once: a lookup takes locks, and longer than sealing a small value.
const EVP_CIPHER* cipher_called(const char* name) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
    return EVP_CIPHER_fetch(nullptr, name, nullptr);
}

const EVP_CIPHER* sealing_cipher() {
    static const EVP_CIPHER* const cipher = cipher_called("AES-256-GCM");
    return cipher;
}

const EVP_CIPHER* stream_cipher() {
    static const EVP_CIPHER* const cipher = cipher_called("AES-256-CTR");
    return cipher;
}

const unsigned char* sealed_octets(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

unsigned char* octets_to(std::string& bytes, std::size_t at) {
    return reinterpret_cast<unsigned char*>(bytes.data()) + at;
}

// zstd's contexts are large: making one for each value would take longer than the work itself.
// They are kept for whoever comes next, a few at most, and never freed: programs record while they
// exit.
template <class Context, Context* (*Make)(), std::size_t (*Free)(Context*)>
class KeptContexts {
public:
    struct GiveBack {
        void operator()(Context* context) const {
            of_this_process<KeptContexts>().give_back(context);
        }
    };
    using Borrowed = std::unique_ptr<Context, GiveBack>;

    static Borrowed borrow() { return Borrowed(of_this_process<KeptContexts>().take()); }

private:
    static constexpr std::size_t contexts_kept_max = 8;

    Context* take() {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) {
            return Make();
        }
        Context* const context = free_.back();
        free_.pop_back();
        return context;
    }
    void give_back(Context* context) {
        const std::lock_guard lock(mutex_);
        if (free_.size() < contexts_kept_max) {
            free_.push_back(context);
        } else {
            Free(context);
        }
    }

    std::mutex mutex_;
    std::vector<Context*> free_;
};
using PackContexts = KeptContexts<ZSTD_CCtx, ZSTD_createCCtx, ZSTD_freeCCtx>;
using UnpackContexts = KeptContexts<ZSTD_DCtx, ZSTD_createDCtx, ZSTD_freeDCtx>;

bool fits_openssl(std::string_view bytes) {
    return bytes.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max()) - cipher_block;
}

}  // namespace

Result<std::string> seal(const SecretKey& key, std::string_view place, std::string_view bytes) {
    std::string sealed(seal_nonce_size + bytes.size() + seal_tag_size, '\0');
    TRY(fill_random({octets_to(sealed, 0), seal_nonce_size}));
    const CipherContext context(EVP_CIPHER_CTX_new());
    int size = 0;
    const bool good =
        fits_openssl(bytes) && context && sealing_cipher() != nullptr &&
        EVP_EncryptInit_ex2(context.get(), sealing_cipher(), key.data(), octets_to(sealed, 0),
                            nullptr) == 1 &&
        EVP_EncryptUpdate(context.get(), nullptr, &size, sealed_octets(place),
                          static_cast<int>(place.size())) == 1 &&
        EVP_EncryptUpdate(context.get(), octets_to(sealed, seal_nonce_size), &size,
                          sealed_octets(bytes), static_cast<int>(bytes.size())) == 1 &&
        EVP_EncryptFinal_ex(context.get(), octets_to(sealed, seal_nonce_size + bytes.size()),
                            &size) == 1 &&
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, seal_tag_size,
                            octets_to(sealed, seal_nonce_size + bytes.size())) == 1;
    if (!good) {
        return Error{Code::unsupported, "OpenSSL cannot seal with AES-256-GCM"};
    }
    return sealed;
}

std::optional<std::string> open_sealed(const SecretKey& key, std::string_view place,
                                       std::string_view sealed) {
    if (sealed.size() < seal_nonce_size + seal_tag_size || !fits_openssl(sealed)) {
        return std::nullopt;
    }
    const std::size_t body = sealed.size() - seal_nonce_size - seal_tag_size;
    std::string tag(sealed.substr(seal_nonce_size + body));
    std::string bytes(body + cipher_block, '\0');
    const CipherContext context(EVP_CIPHER_CTX_new());
    int size = 0;
    const bool good =
        context && sealing_cipher() != nullptr &&
        EVP_DecryptInit_ex2(context.get(), sealing_cipher(), key.data(), sealed_octets(sealed),
                            nullptr) == 1 &&
        EVP_DecryptUpdate(context.get(), nullptr, &size, sealed_octets(place),
                          static_cast<int>(place.size())) == 1 &&
        EVP_DecryptUpdate(context.get(), octets_to(bytes, 0), &size,
                          sealed_octets(sealed.substr(seal_nonce_size)),
                          static_cast<int>(body)) == 1 &&
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, seal_tag_size, tag.data()) == 1 &&
        EVP_DecryptFinal_ex(context.get(), octets_to(bytes, body), &size) == 1;
    if (!good) {
        return std::nullopt;
    }
    bytes.resize(body);
    return bytes;
}

bool apply_stream(const SecretKey& key, const StreamNonce& nonce, std::uint64_t offset,
                  std::span<char> bytes) {
    StreamNonce counter = nonce;
    std::uint64_t carry = offset / cipher_block;
    for (std::size_t i = counter.size(); i-- > 0 && carry > 0; carry >>= 8U) {
        carry += counter[i];
        counter[i] = static_cast<std::uint8_t>(carry);
    }
    const CipherContext context(EVP_CIPHER_CTX_new());
    if (!context || stream_cipher() == nullptr ||
        EVP_EncryptInit_ex2(context.get(), stream_cipher(), key.data(), counter.data(), nullptr) !=
            1) {
        return false;
    }
    // The part of the first block that stands before `offset`.
    std::array<unsigned char, cipher_block> before{};
    const auto skipped = static_cast<int>(offset % cipher_block);
    int size = 0;
    if (skipped > 0 &&
        EVP_EncryptUpdate(context.get(), before.data(), &size, before.data(), skipped) != 1) {
        return false;
    }
    constexpr std::size_t step = std::size_t{1} << 30;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        auto* const here = reinterpret_cast<unsigned char*>(bytes.data()) + at;
        if (EVP_EncryptUpdate(context.get(), here, &size, here,
                              static_cast<int>(std::min(step, bytes.size() - at))) != 1) {
            return false;
        }
    }
    return true;
}

std::string pack(std::string_view bytes) {
    std::string packed;
    const PackContexts::Borrowed context =
        bytes.size() < pack_size_min ? nullptr : PackContexts::borrow();
    if (context != nullptr) {
        packed.resize(1 + ZSTD_compressBound(bytes.size()));
        packed[0] = packed_zstd;
        const std::size_t size =
            ZSTD_compressCCtx(context.get(), packed.data() + 1, packed.size() - 1, bytes.data(),
                              bytes.size(), pack_level);
        if (ZSTD_isError(size) == 0 && size < bytes.size()) {
            packed.resize(1 + size);
            return packed;
        }
    }
    packed.assign(1, packed_plain);
    packed.append(bytes);
    return packed;
}

std::optional<std::string> unpack(std::string_view packed, std::size_t size_max) {
    if (packed.empty() || (packed[0] != packed_plain && packed[0] != packed_zstd)) {
        return std::nullopt;
    }
    const std::string_view body = packed.substr(1);
    if (packed[0] == packed_plain) {
        return body.size() <= size_max ? std::optional(std::string(body)) : std::nullopt;
    }
    const unsigned long long size = ZSTD_getFrameContentSize(body.data(), body.size());
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > size_max) {
        return std::nullopt;
    }
    const UnpackContexts::Borrowed context = UnpackContexts::borrow();
    if (context == nullptr) {
        return std::nullopt;
    }
    std::string bytes(size, '\0');
    const std::size_t got =
        ZSTD_decompressDCtx(context.get(), bytes.data(), bytes.size(), body.data(), body.size());
    return ZSTD_isError(got) == 0 && got == size ? std::optional(std::move(bytes)) : std::nullopt;
}

}  // namespace hence
