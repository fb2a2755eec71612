#include "model/redact/finder.h"

#include <set>

#include <gtest/gtest.h>

#include "base/hash.h"
#include "model/json/json.h"
#include "model/redact/samples_for_test.h"

namespace hence {
namespace {

std::string found_in(std::string_view text) {
    std::string all;
    for (const FoundSecret& one : find_secrets(text)) {
        all += std::string(one.kind) + "=" +
               std::string(text.substr(one.span.begin, one.span.size())) + ";";
    }
    return all;
}

TEST(Finder, FindsTheSecretOfEachKindAndNoMore) {
    for (const SecretSample& sample : secret_samples()) {
        const std::string wanted = std::string(sample.kind) + "=" + sample.secret + ";";
        EXPECT_EQ(found_in(sample.before + sample.secret + sample.after), wanted) << sample.kind;
        EXPECT_EQ(found_in("see " + sample.before + sample.secret + sample.after + "\nthen"),
                  wanted)
            << sample.kind;
    }
}

TEST(Finder, HasASampleOfEachKind) {
    std::set<std::string_view> sampled;
    for (const SecretSample& sample : secret_samples()) {
        sampled.insert(sample.kind);
    }
    for (const SecretKind& kind : secret_kinds()) {
        EXPECT_TRUE(sampled.contains(kind.name)) << kind.name;
    }
    std::set<std::string_view> named;
    for (const SecretKind& kind : secret_kinds()) {
        named.insert(kind.name);
    }
    for (const SecretForm& form : secret_forms()) {
        EXPECT_TRUE(named.contains(form.kind)) << form.kind;
    }
}

TEST(Finder, FindsTheSecretInAStringOfJson) {
    for (const SecretSample& sample : secret_samples()) {
        const std::string plain = sample.before + sample.secret + sample.after;
        std::string once;
        append_string(once, "first\n" + plain + "\nlast");
        EXPECT_EQ(find_secrets(once).size(), 1U) << once;
        std::string twice;
        append_string(twice, "{\"arguments\":" + once + "}");
        EXPECT_EQ(find_secrets(twice).size(), 1U) << twice;
    }
}

TEST(Finder, KnowsASecretByItsName) {
    const std::string secret = "3f9c2b7e" + std::string("61d84a05aa11");
    for (const std::string_view before :
         {"\"api_key\":\"", "\"apiKey\": \"", "\"client_secret\":\"", "\"accessToken\":\"",
          "\"refresh_token\":\"", "{\"name\":\"x-api-key\",\"value\":\"",
          "{\"key\":\"api_key\",\"value\":{\"stringValue\":\"",
          "\"http.request.header.x-api-key\":[\"", "\"http.request.header.x_api_key\":[\"",
          "?api_key=", "&access_token=", "api_key: ", "tool --token ", "tool --api-key=",
          "{\\\"api_key\\\":\\\"", "{\\\"key\\\":\\\"api_key\\\",\\\"value\\\":\\\""}) {
        const std::vector<FoundSecret> found = find_secrets(std::string(before) + secret + "\"");
        ASSERT_EQ(found.size(), 1U) << before;
        EXPECT_EQ(found[0].span.begin, before.size()) << before;
        EXPECT_EQ(found[0].span.size(), secret.size()) << before;
    }
    const std::string password = "S3cret" + std::string("Pw9");
    for (const std::string_view before :
         {"\"db.password\":\"", "[\"--password\",\"", "{\"name\":\"DB_PASSWORD\",\"value\":\"",
          "{\"key\":\"password\",\"value\":{\"stringValue\":\""}) {
        EXPECT_NE(found_in(std::string(before) + password + "\"").find("=" + password + ";"),
                  std::string::npos)
            << before;
    }
    for (const std::string& text :
         {"\"next_page_token\":\"" + secret + "\"", std::string("\"max_tokens\":\"4096\""),
          std::string("api_key = settings.models.v1.key_2024"),
          std::string("\"api_key\":\"YOUR_API_KEY_HERE\""),
          std::string("apiKey: process.env.API_KEY_2024"),
          std::string("const accessToken = createAccessToken1234(user)"),
          "\"api_key_id\":\"" + secret + "\"", std::string("\"api_key\":[\"a\",\"b\"]"),
          "\"AWS::ApiGateway::ApiKey\": \"" + secret + "\"",
          std::string("\"name\":\"password\",\"value\":\"string\"")}) {
        EXPECT_EQ(found_in(text), "") << text;
    }
}

TEST(Finder, IsNotTakenInByHashesAndIds) {
    const std::string hex = repeated("9f8e7d6c5b4a3210", 64);
    for (const std::string& text :
         {hex,
          hex.substr(0, 40),
          hex.substr(0, 32),
          "SK" + hex,
          "sha256:" + hex,
          std::string("01234567-89ab-cdef-0123-456789abcdef"),
          std::string("toolu_01A8KdZq3Xw7RtYb5Np2Mc9V"),
          "msg_" + repeated("a8Kd0Zq3Xw7Rt5Yb", 24),
          "call_" + repeated("a8Kd0Zq3Xw7Rt5Yb", 24),
          "chatcmpl-" + repeated("a8Kd0Z", 29),
          "data:image/png;base64,iVBORw0KGgo" + repeated("a8Kd0Zq3Xw7+Rt5/Yb", 400),
          "eyJ" + repeated("a8Kd0Zq3", 40),
          std::string("task-"
                      "0123456789abcdef0123456789abcdef"),
          std::string("https://example.com:8080/a@b"),
          std::string("git@github.com:a/b.git"),
          std::string("http://user:password@host/"),
          std::string("https://u:$PASS@host/"),
          std::string("https://u:<password>@host/"),
          std::string("https://u:********@host/"),
          std::string("Authorization: Bearer $TOKEN"),
          std::string("Authorization: Bearer <token>"),
          std::string("the bearer of this letter"),
          std::string("Basic authentication is old"),
          std::string("API_KEY=os.environ['API_KEY']"),
          std::string("TOKEN=${TOKEN}"),
          std::string("MAX_TOKEN=4096"),
          std::string("password=password"),
          std::string("\"password\":\"string\""),
          std::string("let password=args.password1;"),
          std::string("sk-learn-contrib-project-number-12"),
          std::string("-----BEGIN PUBLIC KEY-----"),
          "-----BEGIN CERTIFICATE-----\n" + hex + "\n-----END CERTIFICATE-----",
          std::string("\"-----BEGIN PRIVATE"
                      " KEY-----\" in text"),
          std::string("AKIA"),
          "xAKIA" + repeated("Q7ZK2MXW5RTB", 16),
          "AKIA" + repeated("Q7ZK2MXW5RTB", 17)}) {
        EXPECT_EQ(found_in(text), "") << text;
    }
}

TEST(Finder, KnowsASecretBehindAnEscape) {
    const std::string key = "AKIA" + repeated("Q7ZK2MXW5RTB", 16);
    for (const std::string& before :
         {std::string("\\n"), std::string("\\\\n"), std::string("\\t"), std::string("\\u2019"),
          std::string("%3D"), std::string("\\u001b[01;31m"), std::string("\\u001b[K"),
          std::string("\\\\\\\"")}) {
        const std::string text = before + key;
        const std::vector<FoundSecret> found = find_secrets(text);
        ASSERT_EQ(found.size(), 1U) << text;
        EXPECT_EQ(found[0].span.begin, before.size()) << text;
    }
    // The n of a newline is no letter of the name after it.
    const std::string token = "\\npm_" + repeated("a8Kd0Zq3Xw7Rt5Yb", 36);
    EXPECT_EQ(found_in(token), "");
}

TEST(Finder, SeesThroughSpelledLetters) {
    const std::string rest = "KIA" + repeated("Q7ZK2MXW5RTB", 16);
    const std::string text = R"({"a":"x \u0041)" + rest + R"(\u003d","b":"\/"})";
    const std::vector<FoundSecret> found = find_secrets(text);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(text.substr(found[0].span.begin, found[0].span.size()), R"(\u0041)" + rest);
    EXPECT_EQ(found[0].hash, find_secrets("A" + rest)[0].hash);
    const std::string secret = repeated("a8Kd0Zq3Xw7Rt5Yb", 20);
    EXPECT_EQ(
        find_secrets(R"("SecretAccessKey":")" + secret + R"(\/)" + secret.substr(1) + "\"").size(),
        1U);
}

TEST(Finder, TakesAKeyWholeAndEachOfItsLines) {
    const std::string line = repeated("a8Kd0Zq3Xw7Rt5Yb", 64);
    const std::string begin =
        "-----BEGIN PRIVATE"
        " KEY-----";
    const std::string end =
        "-----END PRIVATE"
        " KEY-----";
    const std::string block = begin + "\\n" + line + "\\n" + line + "\\n" + end;
    EXPECT_EQ(found_in("\"" + block + "\\n\""), "private_key=" + block + ";");
    const std::string numbered = begin + "\n     2\t" + line + "\n     3\t" + end;
    EXPECT_EQ(found_in(numbered), "private_key=" + numbered + ";");
    const std::string list =
        "[\"+" + begin + "\",\"+" + line + "\",\"+" + line + "\",\"" + end + "\"]";
    EXPECT_EQ(found_in(list), "private_key=+" + line + ";private_key=+" + line + ";");
    const std::string cut = begin + "\\n" + line + "\\n" + line;
    EXPECT_EQ(found_in("\"" + cut + "\""), "private_key=" + cut + ";");
    // All spellings of a key look equal.
    const std::string hash = find_secrets("\"" + block + "\"")[0].hash;
    EXPECT_EQ(find_secrets(begin + "\n" + line + "\n" + line + "\n" + end)[0].hash, hash);
}

TEST(Finder, PrefersTheKindThatIsKnownByItself) {
    const std::string token = "ghp_" + repeated("a8Kd0Zq3Xw7Rt5Yb", 36);
    EXPECT_EQ(found_in("Authorization: Bearer " + token), "github_token=" + token + ";");
    EXPECT_EQ(found_in("GITHUB_TOKEN=" + token), "github_token=" + token + ";");
    EXPECT_EQ(found_in("https://x:" + token + "@github.com/a"), "url_password=" + token + ";");
}

TEST(Finder, FindsTheSecretBesideItsId) {
    const std::string id = "AKIA" + repeated("Q7ZK2MXW5RTB", 16);
    const std::string secret = repeated("a8Kd0Zq3Xw7Rt5Yb", 40);
    EXPECT_EQ(found_in("Access key ID,Secret access key\n" + id + "," + secret),
              "aws_access_key_id=" + id + ";aws_secret_access_key=" + secret + ";");
}

// Each would take minutes if some form looked at the same bytes again and again.
TEST(Finder, IsLinearOnHostileTexts) {
    for (const std::string_view piece : {"-----BEGIN PRIVATE KEY-----",
                                         ".eyJ",
                                         "eyJ",
                                         "://",
                                         "a://b:",
                                         "sk-",
                                         "xoxb-",
                                         "\\",
                                         "\\u0041",
                                         "\\u",
                                         "Authorization: ",
                                         "Bearer ",
                                         "PASSWORD=",
                                         "AKIA",
                                         "MT",
                                         ":AA",
                                         "Q~",
                                         "\"password\":\"",
                                         "-----END ",
                                         "[redacted "}) {
        const std::string text = repeated(piece, 1 << 20);
        find_secrets(text);
        find_secrets("-----BEGIN PRIVATE KEY-----" + text);
    }
}

TEST(Finder, FindsASecretWhereverItStands) {
    const std::string secret = "ghp_" + std::string(20, 'a') + "B1c2D3e4F5g6H7i8";
    for (std::size_t before = 0; before < 12; ++before) {
        for (std::size_t after = 0; after < 12; ++after) {
            const std::string text =
                std::string(before, ' ') + secret + std::string(after, after % 2 == 0 ? ' ' : '.');
            EXPECT_EQ(found_in(text), "github_token=" + secret + ";") << before << " " << after;
        }
    }
}

}  // namespace
}  // namespace hence
