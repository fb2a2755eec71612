#include "store/integrity/leaf.h"

#include <algorithm>
#include <cstring>

#include "base/bytes.h"

namespace hence {
namespace {

constexpr char leaf_version = 1;
constexpr char commitment_version = 1;
constexpr std::string_view leaf_prefix{"\0", 1};  // RFC 6962, section 2.1.

}  // namespace

std::string_view as_bytes(const Salt& salt) {
    return {reinterpret_cast<const char*>(salt.data()), salt.size()};
}

Salt salt_of(const SecretKey& session_key, std::uint64_t seq) {
    return salt_of(KeyedHash(session_key), seq);
}

Salt salt_of(const KeyedHash& by_session_key, std::uint64_t seq) {
    std::string number;
    put_be64(number, seq);
    const Hash keyed = by_session_key.of(number);
    Salt salt{};
    std::copy_n(keyed.begin(), salt.size(), salt.begin());
    return salt;
}

Hash commitment_of(const Salt& salt, std::string_view stored_event) {
    std::array<char, 1 + sizeof(Salt)> head{commitment_version};
    std::memcpy(head.data() + 1, salt.data(), salt.size());
    return sha256({head.data(), head.size()}, stored_event);
}

std::int64_t received_ms(const Time& received) {
    return received.seconds * 1'000 + received.nanos / 1'000'000;
}

std::string leaf_record(const Leaf& leaf) {
    std::string record(1, leaf_version);
    put_be64(record, leaf.seq);
    put_be64(record, static_cast<std::uint64_t>(leaf.received_ms));
    record.append(as_bytes(leaf.commitment));
    return record;
}

std::optional<Leaf> read_leaf(std::string_view record) {
    if (record.size() != leaf_size || record.front() != leaf_version) {
        return std::nullopt;
    }
    ByteReader in(record.substr(1));
    Leaf leaf;
    leaf.seq = in.be64();
    leaf.received_ms = static_cast<std::int64_t>(in.be64());
    const std::string_view commitment = in.bytes(leaf.commitment.size());
    std::memcpy(leaf.commitment.data(), commitment.data(), leaf.commitment.size());
    return leaf;
}

Hash leaf_hash(std::string_view record) {
    return sha256(leaf_prefix, record);
}

}  // namespace hence
