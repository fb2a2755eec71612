#include "base/secrets/timestamp.h"

#include <ctime>
#include <memory>

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/pkcs7.h>
#include <openssl/ts.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

#include "base/try.h"

namespace hence {
namespace {

template <class T, void (*Free)(T*)>
struct FreeWith {
    void operator()(T* thing) const { Free(thing); }
};
using StampAnswer = std::unique_ptr<TS_RESP, FreeWith<TS_RESP, TS_RESP_free>>;
using TrustStore = std::unique_ptr<X509_STORE, FreeWith<X509_STORE, X509_STORE_free>>;
using SignerName = std::unique_ptr<char, decltype([](char* text) { OPENSSL_free(text); })>;
using SignerList =
    std::unique_ptr<STACK_OF(X509), decltype([](STACK_OF(X509) * list) { sk_X509_free(list); })>;
using MemoryBio = std::unique_ptr<BIO, decltype([](BIO* bio) { BIO_free(bio); })>;

Error no_stamp(std::string why) {
    ERR_clear_error();
    return Error{Code::corrupt, std::move(why)};
}

bool is_granted(TS_RESP& answer) {
    const ASN1_INTEGER* const status = TS_STATUS_INFO_get0_status(TS_RESP_get_status_info(&answer));
    const long number = status == nullptr ? -1 : ASN1_INTEGER_get(status);
    return number == TS_STATUS_GRANTED || number == TS_STATUS_GRANTED_WITH_MODS;
}

bool stamps(TS_TST_INFO& info, const Hash& hash) {
    TS_MSG_IMPRINT* const imprint = TS_TST_INFO_get_msg_imprint(&info);
    X509_ALGOR* const algorithm = imprint == nullptr ? nullptr : TS_MSG_IMPRINT_get_algo(imprint);
    const ASN1_OBJECT* name = nullptr;
    if (algorithm == nullptr) {
        return false;
    }
    X509_ALGOR_get0(&name, nullptr, nullptr, algorithm);
    const ASN1_OCTET_STRING* const bytes = TS_MSG_IMPRINT_get_msg(imprint);
    return OBJ_obj2nid(name) == NID_sha256 &&
           std::string_view(reinterpret_cast<const char*>(ASN1_STRING_get0_data(bytes)),
                            static_cast<std::size_t>(ASN1_STRING_length(bytes))) == as_bytes(hash);
}

// By the certificate that the answer carries, whoever that belongs to.
bool is_signed(PKCS7& token) {
    const MemoryBio content(BIO_new(BIO_s_mem()));
    return content != nullptr &&
           PKCS7_verify(&token, nullptr, nullptr, nullptr, content.get(), PKCS7_NOVERIFY) == 1;
}

std::string name_of_signer(PKCS7& token) {
    const SignerList signers(PKCS7_get0_signers(&token, nullptr, 0));
    if (signers == nullptr || sk_X509_num(signers.get()) < 1) {
        return {};
    }
    const SignerName name(
        X509_NAME_oneline(X509_get_subject_name(sk_X509_value(signers.get(), 0)), nullptr, 0));
    return name == nullptr ? std::string() : std::string(name.get());
}

// At the time of the stamp: certificates expire, and what they signed stays.
Result<bool> is_trusted(PKCS7& token, std::int64_t seconds, const std::string& authorities) {
    const TrustStore trusted(X509_STORE_new());
    if (trusted == nullptr || X509_STORE_load_file(trusted.get(), authorities.c_str()) != 1) {
        ERR_clear_error();
        return Error{Code::invalid, authorities + " holds no certificates"};
    }
    X509_VERIFY_PARAM* const rules = X509_STORE_get0_param(trusted.get());
    X509_VERIFY_PARAM_set_time(rules, static_cast<std::time_t>(seconds));
    X509_STORE_set_flags(trusted.get(), X509_V_FLAG_PARTIAL_CHAIN);
    X509* signer = nullptr;
    const bool good = TS_RESP_verify_signature(&token, nullptr, trusted.get(), &signer) == 1;
    X509_free(signer);
    ERR_clear_error();
    return good;
}

}  // namespace

Result<TimeStamp> check_timestamp(std::string_view answer, const Hash& hash,
                                  const std::string& authorities) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
    const auto* bytes = reinterpret_cast<const unsigned char*>(answer.data());
    const StampAnswer read(d2i_TS_RESP(nullptr, &bytes, static_cast<long>(answer.size())));
    PKCS7* const token = read == nullptr ? nullptr : TS_RESP_get_token(read.get());
    TS_TST_INFO* const info = read == nullptr ? nullptr : TS_RESP_get_tst_info(read.get());
    if (token == nullptr || info == nullptr || !is_granted(*read)) {
        return no_stamp("it is no answer that grants a time stamp");
    }
    if (!stamps(*info, hash)) {
        return no_stamp("it stamps something else");
    }
    std::tm calendar{};
    if (ASN1_TIME_to_tm(TS_TST_INFO_get_time(info), &calendar) != 1) {
        return no_stamp("its time does not read");
    }
    if (!is_signed(*token)) {
        return no_stamp("its signature is wrong");
    }
    TimeStamp stamp{::timegm(&calendar), name_of_signer(*token), false};
    if (!authorities.empty()) {
        stamp.trusted = TRY(is_trusted(*token, stamp.seconds, authorities));
        if (!stamp.trusted) {
            return no_stamp(stamp.authority + " is not among the authorities that were given");
        }
    }
    return stamp;
}

}  // namespace hence
