// Secrets that were made up, one or more for each kind.
//
// Each is put together from two halves, so that no file of the project has a text that another
// program would take for a secret.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hence {

struct SecretSample {
    std::string_view kind;
    std::string before;  // What makes it a secret, where that stands before it.
    std::string secret;
    std::string after = {};
};

inline std::string repeated(std::string_view letters, std::size_t size) {
    std::string text;
    while (text.size() < size) {
        text += letters;
    }
    return text.substr(0, size);
}

inline std::vector<SecretSample> secret_samples() {
    const auto alnum = [](std::size_t size) { return repeated("a8Kd0Zq3Xw7Rt5Yb", size); };
    const auto hex = [](std::size_t size) { return repeated("9f8e7d6c5b4a3210", size); };
    const auto upper = [](std::size_t size) { return repeated("Q7ZK2MXW5RTB", size); };
    const auto prefixed = [](std::string_view kind, std::string_view prefix,
                             const std::string& rest) {
        return SecretSample{kind, "", std::string(prefix) + rest};
    };
    std::vector<SecretSample> samples = {
        {"private_key", "",
         "-----BEGIN RSA PRIVATE" + (" KEY-----\n" + alnum(64)) + "\n" + alnum(40) +
             "\n-----END RSA PRIVATE KEY-----"},
        {"private_key", "",
         "-----BEGIN PGP PRIVATE" + (" KEY BLOCK-----\n\n" + alnum(64)) +
             "\n=ab12\n-----END PGP PRIVATE KEY BLOCK-----"},
        {"jwt", "", "eyJ" + alnum(20) + ".eyJ" + alnum(40) + "." + alnum(43)},
        {"url_password", "postgres://app:", "tr0ub" + std::string("4dor"), "@db.example.com/app"},
        {"url_password", "redis://:", "s3c" + std::string("ret!"), "@10.0.0.1:6379"},
        {"authorization", "Authorization: Bearer ", "tok" + std::string("12ab34cd")},
        {"authorization", "\"authorization\":\"Basic ", "dXNlcjpo" + std::string("dW50ZXIy"), "\""},
        {"bearer_token", "sent Bearer ", alnum(24)},
        {"basic_auth", "sent Basic ", "dXNlcjpo" + std::string("dW50ZXIy")},
        {"basic_auth", "{\"registry\":{\"auth\":\"", "dXNlcjpo" + std::string("dW50ZXIy"), "\"}}"},
        {"npm_token",
         "//registry.example.com/:_authToken=", "01234567-89ab-cdef-0123-456789abcdef"},
        {"api_key_header", "X-API-Key: ", alnum(24)},
        prefixed("aws_access_key_id", "AKIA", upper(16)),
        prefixed("aws_access_key_id", "ASIA", upper(16)),
        {"aws_secret_access_key", "aws_secret_access_key = ", alnum(30) + "/x+y/Z0123"},
        {"aws_secret_access_key", "{\"SecretAccessKey\": \"", alnum(40), "\""},
        {"aws_secret_access_key", "AWS Secret Access Key [None]: ", alnum(40)},
        {"aws_session_token", "AWS_SESSION_TOKEN=", alnum(200) + "=="},
        prefixed("cerebras_api_key", "csk-", alnum(48)),
        prefixed("fireworks_api_key", "fw_", alnum(24)),
        prefixed("together_api_key", "tgp_v1_", alnum(43)),
        prefixed("nvidia_api_key", "nvapi-", alnum(64)),
        prefixed("elevenlabs_api_key", "sk_", hex(48)),
        prefixed("voyage_api_key", "pa-", alnum(43)),
        prefixed("jina_api_key", "jina_", alnum(60)),
        prefixed("moonshot_api_key", "sk-kimi-", alnum(64)),
        prefixed("minimax_api_key", "sk-api-", alnum(100)),
        prefixed("minimax_api_key", "sk-cp-", alnum(100)),
        prefixed("wandb_api_key", "wandb_v1_", alnum(77)),
        prefixed("helicone_api_key", "sk-helicone-", alnum(31)),
        prefixed("letta_api_key", "sk-let-", alnum(100)),
        prefixed("mem0_api_key", "m0-", alnum(40)),
        prefixed("pinecone_api_key", "pcsk_", alnum(70)),
        prefixed("tavily_api_key", "tvly-dev-", alnum(32)),
        prefixed("tavily_api_key", "tvly-prod-", alnum(32)),
        prefixed("tavily_api_key", "tvly-", alnum(32)),
        prefixed("firecrawl_api_key", "fc-", hex(32)),
        prefixed("e2b_api_key", "e2b_", hex(40)),
        prefixed("daytona_api_key", "dtn_", hex(64)),
        prefixed("browserbase_api_key", "bb_live_", alnum(27)),
        prefixed("browserbase_api_key", "bb_test_", alnum(27)),
        prefixed("apify_token", "apify_api_", alnum(36)),
        prefixed("cursor_api_key", "crsr_", hex(64)),
        prefixed("cursor_api_key", "key_", hex(64)),
        prefixed("sourcegraph_token", "sgp_", hex(40)),
        prefixed("sourcegraph_token", "sgamp_", alnum(64)),
        prefixed("cloudflare_token", "cfut_", alnum(48)),
        prefixed("cloudflare_token", "cfat_", alnum(48)),
        prefixed("cloudflare_token", "cfk_", alnum(48)),
        prefixed("vercel_token", "vck_", alnum(56)),
        prefixed("vercel_token", "vcp_", alnum(56)),
        prefixed("vercel_token", "vci_", alnum(56)),
        prefixed("vercel_token", "vca_", alnum(56)),
        prefixed("vercel_token", "vcr_", alnum(56)),
        prefixed("vercel_token", "vercel_blob_rw_", alnum(47)),
        prefixed("netlify_token", "nfp_", alnum(36)),
        prefixed("neon_api_key", "napi_", alnum(64)),
        prefixed("render_api_key", "rnd_", alnum(28)),
        prefixed("fly_token", "fo1_", alnum(43)),
        prefixed("fly_token", "fm2_", alnum(160)),
        prefixed("onepassword_token", "ops_eyJ", alnum(300)),
        prefixed("circleci_token", "CCIPAT_", alnum(63)),
        prefixed("circleci_token", "CCIPRJ_", alnum(63)),
        prefixed("buildkite_token", "bkua_", hex(40)),
        prefixed("sonar_token", "sqp_", hex(40)),
        prefixed("sonar_token", "squ_", hex(40)),
        prefixed("sonar_token", "sqa_", hex(40)),
        prefixed("jfrog_token", "AKCp", alnum(69)),
        prefixed("jfrog_token", "cmVmdGtuOj", alnum(54)),
        prefixed("mongodb_secret", "mdb_sa_sk_", alnum(40)),
        prefixed("hubspot_token", "pat-na1-", hex(36)),
        prefixed("hubspot_token", "pat-eu1-", hex(36)),
        prefixed("mapbox_token", "sk.eyJ", alnum(80)),
        prefixed("square_token", "sq0atp-", alnum(22)),
        prefixed("square_token", "sq0csp-", alnum(43)),
        prefixed("typeform_token", "tfp_", alnum(59)),
        prefixed("contentful_token", "CFPAT-", alnum(43)),
        prefixed("prefect_api_key", "pnu_", alnum(36)),
        prefixed("inngest_key", "signkey-prod-", hex(64)),
        prefixed("inngest_key", "signkey-test-", hex(64)),
        prefixed("trigger_token", "tr_prod_", alnum(20)),
        prefixed("trigger_token", "tr_dev_", alnum(20)),
        prefixed("resend_api_key", "re_", alnum(8) + "_" + alnum(24)),
        {"azure_devops_token", "", alnum(76) + ("AZDO" + alnum(4))},
        prefixed("gcp_api_key", "AQ.Ab", alnum(48)),
        prefixed("github_token", "ghs_", "123456_" + alnum(120) + "." + alnum(60)),
        prefixed("aws_bedrock_api_key", "ABSK", alnum(128)),
        prefixed("gcp_api_key", "AIza", alnum(35)),
        prefixed("gcp_oauth_token", "ya29.", alnum(60)),
        prefixed("gcp_oauth_token", "1//0", alnum(60)),
        prefixed("gcp_oauth_secret", "GOCSPX-", alnum(28)),
        {"azure_client_secret", "", "ab1" + ("8Q~" + alnum(34))},
        {"azure_api_key", "", alnum(52) + ("JQQJ99" + alnum(26))},
        {"azure_account_key", "AccountName=a;AccountKey=", alnum(86) + "=="},
        {"azure_sas_signature", "https://a.blob.core.windows.net/c?sv=1&sig=", alnum(43) + "%3D"},
        prefixed("openai_api_key", "sk-", alnum(48)),
        prefixed("openai_api_key", "sk-proj-", alnum(48)),
        prefixed("openai_api_key", "sk-svcacct-", alnum(60)),
        prefixed("anthropic_api_key", "sk-ant-", "api03-" + alnum(93) + "AA"),
        prefixed("openrouter_api_key", "sk-or-v1-", hex(64)),
        prefixed("huggingface_token", "hf_", alnum(34)),
        prefixed("groq_api_key", "gsk_", alnum(52)),
        prefixed("perplexity_api_key", "pplx-", alnum(48)),
        prefixed("xai_api_key", "xai-", alnum(80)),
        prefixed("replicate_token", "r8_", alnum(37)),
        prefixed("langsmith_api_key", "lsv2_pt_", hex(32) + "_" + hex(10)),
        prefixed("langfuse_secret_key", "sk-lf-", "01234567-89ab-cdef-0123-456789abcdef"),
        prefixed("github_token", "ghp_", alnum(36)),
        prefixed("github_token", "gho_", alnum(36)),
        prefixed("github_token", "ghu_", alnum(36)),
        prefixed("github_token", "ghs_", alnum(36)),
        prefixed("github_token", "ghr_", alnum(36)),
        prefixed("github_token", "github_pat_", alnum(22) + "_" + alnum(59)),
        prefixed("gitlab_token", "glpat-", alnum(20)),
        prefixed("gitlab_token", "glptt-", hex(40)),
        prefixed("slack_token", "xoxb-", "123456789012-123456789012-" + alnum(24)),
        prefixed("slack_token", "xapp-", "1-A0123-123456789012-" + hex(64)),
        {"slack_webhook", "https://hooks.slack.com/services/", "T0123/B0123/" + alnum(24)},
        prefixed("stripe_key", "sk_live_", alnum(24)),
        prefixed("stripe_key", "rk_test_", alnum(24)),
        prefixed("sendgrid_api_key", "SG.", alnum(22) + "." + alnum(43)),
        prefixed("twilio_api_key", "SK", hex(32)),
        prefixed("npm_token", "npm_", alnum(36)),
        prefixed("pypi_token", "pypi-", "AgEIcHlwaS5vcmc" + alnum(70)),
        prefixed("docker_token", "dckr_pat_", alnum(27)),
        prefixed("databricks_token", "dapi", hex(32)),
        {"telegram_bot_token", "", "123456789" + (":AA" + alnum(33))},
        {"discord_bot_token", "", "MTIzNDU2Nzg5MDEyMzQ1Njc4" + (".GabcdE." + alnum(38))},
        {"discord_webhook", "https://discord.com/api/webhooks/123456789012345678/", alnum(68)},
        prefixed("digitalocean_token", "dop_v1_", hex(64)),
        prefixed("shopify_token", "shpat_", hex(32)),
        prefixed("linear_api_key", "lin_api_", alnum(40)),
        prefixed("notion_token", "ntn_", "12345678901" + alnum(35)),
        prefixed("vault_token", "hvs.", alnum(95)),
        {"terraform_token", "", alnum(14) + (".atlasv1." + alnum(67))},
        prefixed("doppler_token", "dp.pt.", alnum(43)),
        prefixed("grafana_token", "glsa_", alnum(32) + "_" + hex(8)),
        prefixed("sentry_token", "sntryu_", hex(64)),
        prefixed("newrelic_key", "NRAK-", upper(27)),
        prefixed("postman_api_key", "PMAK-", hex(24) + "-" + hex(34)),
        prefixed("pulumi_token", "pul-", hex(40)),
        prefixed("rubygems_token", "rubygems_", hex(48)),
        prefixed("age_secret_key", "AGE-SECRET-KEY-1", upper(58)),
        prefixed("atlassian_token", "ATATT3", alnum(186)),
        prefixed("figma_token", "figd_", alnum(40)),
        prefixed("supabase_token", "sbp_", hex(40)),
        prefixed("heroku_api_key", "HRKU-", "AA" + alnum(58)),
        prefixed("alibaba_access_key_id", "LTAI", alnum(20)),
        prefixed("planetscale_token", "pscale_tkn_", alnum(43)),
        {"assigned_secret", "export SERVICE_TOKEN=", "k3y-" + std::string("for-7he-door")},
        {"assigned_secret", "PGPASSWORD='", "hun" + std::string("ter2"), "' psql"},
        {"password", "Server=db;User Id=app;Password=", "c0rrect" + std::string("h0rse"), ";"},
        {"password", "{\"user\":\"app\",\"password\":\"", "p@ss!" + std::string("w0rd"), "\"}"},
    };
    return samples;
}

}  // namespace hence
