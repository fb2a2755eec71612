#include "base/inflate.h"

#include <random>

#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "base/deflate.h"

namespace hence {
namespace {

// Compresses by the libraries' own means: 31 writes gzip, 15 zlib's format, -15 bare deflate.
std::string squeezed(std::string_view text, int window_bits) {
    z_stream stream{};
    EXPECT_EQ(::deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string out(::deflateBound(&stream, text.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    ::deflateEnd(&stream);
    return out;
}

std::string zstd(std::string_view text, int window_log = 0) {
    ZSTD_CCtx* context = ::ZSTD_createCCtx();
    if (window_log != 0) {
        ::ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
        ::ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
    }
    std::string out(::ZSTD_compressBound(text.size()) + 64, '\0');
    ZSTD_inBuffer in{text.data(), text.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    if (window_log != 0) {
        // Not knowing how little will come, it keeps the window it was told.
        ::ZSTD_compressStream2(context, &to, &in, ZSTD_e_flush);
    }
    EXPECT_EQ(::ZSTD_compressStream2(context, &to, &in, ZSTD_e_end), 0U);
    out.resize(to.pos);
    ::ZSTD_freeCCtx(context);
    return out;
}

std::string noise(std::size_t size) {
    std::mt19937 random(7);
    std::string text(size, '\0');
    for (char& c : text) {
        c = static_cast<char>(random());
    }
    return text;
}

struct Packed {
    Coding coding;
    std::string text;
};

std::vector<Packed> packed(std::string_view text) {
    return {{Coding::gzip, squeezed(text, 31)},
            {Coding::deflate, squeezed(text, 15)},
            {Coding::deflate, squeezed(text, -15)},
            {Coding::zstd, zstd(text)}};
}

TEST(InflateTest, EveryCodingGivesTheTextBack) {
    for (const std::string& text : {std::string(), std::string("hello"), noise(200'000),
                                    std::string(90'000, 'x') + noise(2'000)}) {
        for (const Packed& one : packed(text)) {
            const Result<std::string> back = inflate(one.coding, one.text, {});
            ASSERT_TRUE(back) << back.error().message;
            EXPECT_EQ(*back, text);
        }
    }
}

TEST(InflateTest, PiecesOfOneByteAreTheSameText) {
    const std::string text = "piece by piece, piece by piece" + noise(500);
    for (const Packed& one : packed(text)) {
        Inflater inflater(one.coding, {});
        std::string out;
        for (const char c : one.text) {
            ASSERT_TRUE(inflater.take({&c, 1}, out));
        }
        EXPECT_TRUE(inflater.finish());
        EXPECT_EQ(out, text);
    }
}

TEST(InflateTest, MembersAndFramesOneAfterAnotherAreOneText) {
    EXPECT_EQ(*inflate(Coding::gzip, squeezed("one ", 31) + squeezed("two", 31), {}), "one two");
    EXPECT_EQ(*inflate(Coding::zstd, zstd("one ") + zstd("") + zstd("two"), {}), "one two");
    // Of zlib's format there is one.
    EXPECT_EQ(inflate(Coding::deflate, squeezed("one", 15) + squeezed("two", 15), {}).error().code,
              Code::invalid);
}

TEST(InflateTest, TextThatIsCutOffIsInvalidWhereverItIsCut) {
    for (const Packed& one : packed("a text of some length, of some length")) {
        for (std::size_t size = 0; size < one.text.size(); ++size) {
            const Result<std::string> cut =
                inflate(one.coding, std::string_view(one.text).substr(0, size), {});
            ASSERT_FALSE(cut) << size;
            EXPECT_EQ(cut.error().code, Code::invalid);
        }
    }
}

TEST(InflateTest, WhatIsNotOfTheCodingIsInvalid) {
    EXPECT_EQ(inflate(Coding::gzip, "plain text", {}).error().code, Code::invalid);
    EXPECT_EQ(inflate(Coding::deflate, "\xFF\xFFplain", {}).error().code, Code::invalid);
    EXPECT_EQ(inflate(Coding::zstd, "plain text", {}).error().code, Code::invalid);
    EXPECT_EQ(inflate(Coding::gzip, squeezed("x", 31) + "tail", {}).error().code, Code::invalid);
    EXPECT_EQ(inflate(Coding::zstd, zstd("x") + "tail", {}).error().code, Code::invalid);
    EXPECT_EQ(inflate(Coding::gzip, zstd("x"), {}).error().code, Code::invalid);
}

TEST(InflateTest, DamageIsFound) {
    std::string damaged = squeezed("checked by a sum at its end", 31);
    damaged[damaged.size() - 8] = static_cast<char>(damaged[damaged.size() - 8] ^ 1);
    EXPECT_EQ(inflate(Coding::gzip, damaged, {}).error().code, Code::invalid);
}

TEST(InflateTest, BytesBeyondTheLimitAreRefused) {
    const std::string text = noise(10'000);
    for (const Packed& one : packed(text)) {
        EXPECT_TRUE(inflate(one.coding, one.text, {.bytes_max = text.size()}));
        const Result<std::string> over =
            inflate(one.coding, one.text, {.bytes_max = text.size() - 1});
        ASSERT_FALSE(over);
        EXPECT_EQ(over.error().code, Code::limit);
    }
}

TEST(InflateTest, RatioCountsFromAStatedSizeOn) {
    const std::string zeros(100'000, '\0');
    for (const Packed& one : packed(zeros)) {
        const std::uint64_t ratio = zeros.size() / one.text.size();
        const auto code_at = [&one](std::uint64_t ratio_max, std::uint64_t from) {
            const Result<std::string> out =
                inflate(one.coding, one.text, {.ratio_max = ratio_max, .ratio_from = from});
            return out ? std::optional<Code>() : out.error().code;
        };
        EXPECT_EQ(code_at(ratio + 1, 0), std::nullopt);
        EXPECT_EQ(code_at(ratio - 1, 0), Code::limit);
        EXPECT_EQ(code_at(ratio - 1, zeros.size()), std::nullopt);
        EXPECT_EQ(code_at(ratio - 1, zeros.size() - 1), Code::limit);
    }
}

TEST(InflateTest, BombCostsNoMoreThanItsLimit) {
    // Ten thousand frames of one run each, a gigabyte in all.
    const std::string frame = zstd(std::string(128 << 10, 'x'));
    std::string bomb;
    for (int i = 0; i < 10'000; ++i) {
        bomb += frame;
    }
    Inflater inflater(Coding::zstd, {.bytes_max = 4 << 20});
    std::string out;
    const Result<void> taken = inflater.take(bomb, out);
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().code, Code::limit);
    EXPECT_LE(out.size(), 4U << 20);
    // It stays refused.
    EXPECT_FALSE(inflater.take("more", out));
    EXPECT_FALSE(inflater.finish());
}

TEST(InflateTest, WindowOfZstdIsBounded) {
    const std::string text = noise(1'000);
    EXPECT_TRUE(inflate(Coding::zstd, zstd(text, 23), {}));
    const Result<std::string> over = inflate(Coding::zstd, zstd(text, 24), {});
    ASSERT_FALSE(over);
    EXPECT_EQ(over.error().code, Code::limit);
}

TEST(DeflateTest, WhatIsDeflatedInPiecesInflates) {
    Deflater deflater;
    ASSERT_TRUE(deflater.ready());
    std::string text;
    std::string small;
    for (int i = 0; i < 100; ++i) {
        const std::string piece = noise(static_cast<std::size_t>(i) * 7) + std::string(300, 'x');
        deflater.take(piece, small);
        text += piece;
    }
    deflater.finish(small);
    EXPECT_LT(small.size(), text.size());
    EXPECT_EQ(*inflate(Coding::gzip, small, {}), text);
}

TEST(DeflateTest, NothingIsATextToo) {
    Deflater deflater;
    std::string small;
    deflater.finish(small);
    EXPECT_EQ(*inflate(Coding::gzip, small, {}), "");
}

}  // namespace
}  // namespace hence
