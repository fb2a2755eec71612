// OpenSSL keeps globals that it frees when the program exits. A store signs its last checkpoint
// while it closes, which may be then; so OpenSSL is told, before its first use here, to free
// nothing.
#include "base/ed25519.h"

#include <memory>

#include <openssl/crypto.h>
#include <openssl/evp.h>

namespace hence {
namespace {

struct FreeKey {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
struct FreeDigest {
    void operator()(EVP_MD_CTX* digest) const { EVP_MD_CTX_free(digest); }
};
using Key = std::unique_ptr<EVP_PKEY, FreeKey>;
using Digest = std::unique_ptr<EVP_MD_CTX, FreeDigest>;

const unsigned char* octets_of(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

void keep_globals() {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
}

Key private_key(const SecretKey& seed) {
    keep_globals();
    return Key(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size()));
}

}  // namespace

std::optional<PublicKey> public_key_of(const SecretKey& seed) {
    const Key key = private_key(seed);
    PublicKey bytes{};
    std::size_t size = bytes.size();
    if (!key || EVP_PKEY_get_raw_public_key(key.get(), bytes.data(), &size) != 1) {
        return std::nullopt;
    }
    return bytes;
}

std::optional<Signature> sign(const SecretKey& seed, std::string_view message) {
    const Key key = private_key(seed);
    const Digest digest(EVP_MD_CTX_new());
    Signature bytes{};
    std::size_t size = bytes.size();
    if (!key || !digest ||
        EVP_DigestSignInit(digest.get(), nullptr, nullptr, nullptr, key.get()) != 1 ||
        EVP_DigestSign(digest.get(), bytes.data(), &size, octets_of(message), message.size()) !=
            1) {
        return std::nullopt;
    }
    return bytes;
}

bool is_signed_by(const PublicKey& key, std::string_view message, std::string_view signature) {
    keep_globals();
    const Key known(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.data(), key.size()));
    const Digest digest(EVP_MD_CTX_new());
    return signature.size() == sizeof(Signature) && known && digest &&
           EVP_DigestVerifyInit(digest.get(), nullptr, nullptr, nullptr, known.get()) == 1 &&
           EVP_DigestVerify(digest.get(), octets_of(signature), signature.size(),
                            octets_of(message), message.size()) == 1;
}

}  // namespace hence
