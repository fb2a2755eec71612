#include "model/redact/forms.h"

#include "model/redact/characters.h"
#include "model/redact/shapes.h"

namespace hence {
namespace {

constexpr SecretKind kinds[] = {
    {"private_key", "a private key in PEM or PGP armour", "-----BEGIN ... PRIVATE KEY-----"},
    {"jwt", "a JSON Web Token", "eyJ... . eyJ... . signature"},
    {"url_password", "the password in a URL", "scheme://user:PASSWORD@host"},
    {"authorization", "the value of an Authorization header", "Authorization: SCHEME VALUE"},
    {"bearer_token", "a bearer token", "Bearer VALUE"},
    {"basic_auth", "a user and a password in base64", "Basic VALUE"},
    {"api_key_header", "the value of an X-API-Key header", "X-API-Key: VALUE"},
    {"aws_access_key_id", "the id of an AWS access key",
     "AKIA, ASIA, ABIA, ACCA and 16 characters"},
    {"aws_secret_access_key", "the secret of an AWS access key", "40 characters after its name"},
    {"aws_session_token", "an AWS session token", "its name and a long value"},
    {"aws_bedrock_api_key", "an API key of Amazon Bedrock", "ABSK..., bedrock-api-key-..."},
    {"gcp_api_key", "an API key of Google", "AIza and 35 characters"},
    {"gcp_oauth_token", "an OAuth token of Google", "ya29...."},
    {"gcp_oauth_secret", "an OAuth client secret of Google", "GOCSPX-..."},
    {"azure_client_secret", "a client secret of Microsoft Entra", "40 characters with a Q~"},
    {"azure_api_key", "an API key of Azure AI services", "84 characters with JQQJ99"},
    {"azure_account_key", "a key of an Azure storage account or bus", "AccountKey=..."},
    {"azure_sas_signature", "the signature of a shared access URL", "sig=..."},
    {"openai_api_key", "an API key of OpenAI and of services like it", "sk-..., sk-proj-..."},
    {"anthropic_api_key", "an API key or OAuth token of Anthropic", "sk-ant-..."},
    {"openrouter_api_key", "an API key of OpenRouter", "sk-or-v1-..."},
    {"huggingface_token", "a token of Hugging Face", "hf_..., api_org_..."},
    {"groq_api_key", "an API key of Groq", "gsk_..."},
    {"perplexity_api_key", "an API key of Perplexity", "pplx-..."},
    {"xai_api_key", "an API key of xAI", "xai-..."},
    {"replicate_token", "a token of Replicate", "r8_..."},
    {"langsmith_api_key", "an API key of LangSmith", "lsv2_pt_..., lsv2_sk_..."},
    {"langfuse_secret_key", "a secret key of Langfuse", "sk-lf-..."},
    {"github_token", "a token of GitHub", "ghp_, gho_, ghu_, ghs_, ghr_, github_pat_"},
    {"gitlab_token", "a token of GitLab", "glpat-, gldt-, glrt-, glcbt-, glptt- and others"},
    {"slack_token", "a token of Slack", "xoxb-, xoxp-, xoxe-, xapp- and others"},
    {"slack_webhook", "a webhook of Slack", "hooks.slack.com/services/..."},
    {"stripe_key", "a secret key of Stripe", "sk_live_, sk_test_, rk_live_, rk_test_, whsec_"},
    {"sendgrid_api_key", "an API key of SendGrid", "SG....."},
    {"twilio_api_key", "an API key of Twilio", "SK and 32 hexadecimal digits"},
    {"npm_token", "a token of npm", "npm_..."},
    {"pypi_token", "a token of PyPI", "pypi-AgEIcHlwaS5vcmc..."},
    {"docker_token", "a token of Docker Hub", "dckr_pat_..., dckr_oat_..."},
    {"databricks_token", "a token of Databricks", "dapi and 32 hexadecimal digits"},
    {"telegram_bot_token", "the token of a Telegram bot", "digits:AA..."},
    {"discord_bot_token", "the token of a Discord bot", "three parts with dots between"},
    {"discord_webhook", "a webhook of Discord", "discord.com/api/webhooks/..."},
    {"digitalocean_token", "a token of DigitalOcean", "dop_v1_, doo_v1_, dor_v1_"},
    {"shopify_token", "a token of Shopify", "shpat_, shpca_, shppa_, shpss_"},
    {"linear_api_key", "an API key of Linear", "lin_api_..."},
    {"notion_token", "a token of Notion", "ntn_..."},
    {"vault_token", "a token of HashiCorp Vault", "hvs...., hvb...."},
    {"terraform_token", "a token of HCP Terraform", "... .atlasv1. ..."},
    {"doppler_token", "a token of Doppler", "dp.pt...., dp.st...."},
    {"grafana_token", "a token of Grafana", "glsa_..., glc_..."},
    {"sentry_token", "a token of Sentry", "sntrys_..., sntryu_..."},
    {"newrelic_key", "a user key of New Relic", "NRAK-..."},
    {"postman_api_key", "an API key of Postman", "PMAK-..."},
    {"pulumi_token", "a token of Pulumi", "pul-..."},
    {"rubygems_token", "a token of RubyGems", "rubygems_..."},
    {"age_secret_key", "a secret key of age", "AGE-SECRET-KEY-1..."},
    {"atlassian_token", "a token of Atlassian", "ATATT3..."},
    {"figma_token", "a token of Figma", "figd_..."},
    {"supabase_token", "a token of Supabase", "sbp_..., sb_secret_..."},
    {"heroku_api_key", "an API key of Heroku", "HRKU-..."},
    {"alibaba_access_key_id", "the id of an Alibaba Cloud access key", "LTAI..."},
    {"planetscale_token", "a token of PlanetScale", "pscale_tkn_..., pscale_pw_..."},
    {"assigned_secret", "a secret in a shell variable", "X_TOKEN=VALUE, X_SECRET=VALUE"},
    {"password", "a password in a connection string or in JSON", "password=VALUE"},
};

constexpr std::uint16_t many = 4'000;

constexpr SecretForm prefix(std::string_view kind, std::string_view anchor, std::uint16_t set,
                            std::uint16_t least, std::uint16_t most, Demand demand = Demand::none) {
    return {
        .kind = kind, .anchor = anchor, .set = set, .least = least, .most = most, .demand = demand};
}

constexpr SecretForm shape(std::string_view kind, std::string_view anchor,
                           SecretSpan (*look)(std::string_view, std::size_t)) {
    return {.kind = kind, .anchor = anchor, .look = look};
}

constexpr SecretForm context(std::string_view kind, std::string_view anchor,
                             SecretSpan (*look)(std::string_view, std::size_t)) {
    return {.kind = kind, .anchor = anchor, .look = look, .by_context = true};
}

// Where one anchor is the beginning of another one, the longer one stands first.
constexpr SecretForm forms[] = {
    shape("private_key", "-----BEGIN ", look_at_private_key),
    shape("jwt", ".eyJ", look_at_jwt),
    shape("url_password", "://", look_at_url_password),

    prefix("aws_access_key_id", "AKIA", Chars::upper | Chars::digit, 16, 16),
    prefix("aws_access_key_id", "ASIA", Chars::upper | Chars::digit, 16, 16, Demand::mixed),
    prefix("aws_access_key_id", "ABIA", Chars::upper | Chars::digit, 16, 16, Demand::mixed),
    prefix("aws_access_key_id", "ACCA", Chars::upper | Chars::digit, 16, 16, Demand::mixed),
    prefix("aws_bedrock_api_key", "ABSK", Chars::base64 | Chars::equals, 80, 400, Demand::mixed),
    prefix("aws_bedrock_api_key", "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t",
           Chars::base64 | Chars::equals, 0, many),
    prefix("gcp_api_key", "AIza", Chars::url64, 35, 35),
    prefix("gcp_oauth_token", "ya29.", Chars::url64 | Chars::dot, 20, 2'000, Demand::mixed),
    prefix("gcp_oauth_token", "1//0", Chars::url64, 40, 200, Demand::mixed),
    prefix("gcp_oauth_secret", "GOCSPX-", Chars::url64, 24, 40),
    shape("azure_client_secret", "Q~", look_at_azure_client_secret),
    shape("azure_api_key", "JQQJ99", look_at_azure_api_key),
    shape("azure_sas_signature", "sig=", look_at_sas_signature),

    prefix("anthropic_api_key", "sk-ant-api", Chars::url64, 24, 300),
    prefix("anthropic_api_key", "sk-ant-oat", Chars::url64, 24, 300),
    prefix("anthropic_api_key", "sk-ant-admin", Chars::url64, 24, 300),
    prefix("anthropic_api_key", "sk-ant-", Chars::url64, 20, 300, Demand::mixed),
    prefix("openrouter_api_key", "sk-or-v1-", Chars::hex, 32, 128),
    prefix("langfuse_secret_key", "sk-lf-", Chars::hex | Chars::dash, 32, 36, Demand::mixed),
    prefix("openai_api_key", "sk-proj-", Chars::url64, 40, 300),
    prefix("openai_api_key", "sk-proj-", Chars::url64, 20, 300, Demand::mixed),
    prefix("openai_api_key", "sk-svcacct-", Chars::url64, 20, 300, Demand::mixed),
    prefix("openai_api_key", "sk-admin-", Chars::url64, 20, 300, Demand::mixed),
    prefix("openai_api_key", "sk-None-", Chars::url64, 20, 300, Demand::mixed),
    prefix("openai_api_key", "sk-", Chars::alnum, 48, 48),
    prefix("openai_api_key", "sk-", Chars::alnum, 32, 128, Demand::mixed),
    prefix("huggingface_token", "hf_", Chars::alnum, 30, 40),
    prefix("huggingface_token", "api_org_", Chars::alnum, 30, 40),
    prefix("groq_api_key", "gsk_", Chars::alnum, 40, 60, Demand::mixed),
    prefix("perplexity_api_key", "pplx-", Chars::alnum, 40, 64, Demand::mixed),
    prefix("xai_api_key", "xai-", Chars::alnum, 60, 100, Demand::mixed),
    prefix("replicate_token", "r8_", Chars::alnum, 37, 40, Demand::mixed),
    prefix("langsmith_api_key", "lsv2_pt_", Chars::word, 32, 64, Demand::mixed),
    prefix("langsmith_api_key", "lsv2_sk_", Chars::word, 32, 64, Demand::mixed),

    prefix("github_token", "github_pat_", Chars::word, 22, 255),
    prefix("github_token", "ghp_", Chars::alnum, 36, 255),
    prefix("github_token", "gho_", Chars::alnum, 36, 255),
    prefix("github_token", "ghu_", Chars::alnum, 36, 255),
    prefix("github_token", "ghs_", Chars::alnum, 36, 255),
    prefix("github_token", "ghr_", Chars::alnum, 36, 255),
    prefix("gitlab_token", "glpat-", Chars::url64 | Chars::dot, 20, 320),
    prefix("gitlab_token", "gldt-", Chars::url64, 20, 320),
    prefix("gitlab_token", "glrt-", Chars::url64 | Chars::dot, 20, 320),
    prefix("gitlab_token", "glrtr-", Chars::url64 | Chars::dot, 20, 320),
    prefix("gitlab_token", "glcbt-", Chars::url64, 20, 320),
    prefix("gitlab_token", "glptt-", Chars::hex, 40, 40),
    prefix("gitlab_token", "glft-", Chars::url64, 20, 320),
    prefix("gitlab_token", "glimt-", Chars::url64, 25, 320),
    prefix("gitlab_token", "glagent-", Chars::url64, 50, 320),
    prefix("gitlab_token", "gloas-", Chars::url64, 64, 320),
    prefix("gitlab_token", "glffct-", Chars::url64, 20, 320),
    prefix("gitlab_token", "glsoat-", Chars::url64, 20, 320),
    prefix("gitlab_token", "GR1348941", Chars::url64, 20, 20),

    shape("slack_token", "xox", look_at_slack_token),
    shape("slack_token", "xapp-", look_at_slack_token),
    shape("slack_webhook", "hooks.slack.com/", look_at_slack_webhook),
    prefix("stripe_key", "sk_live_", Chars::alnum, 16, 255),
    prefix("stripe_key", "sk_test_", Chars::alnum, 16, 255),
    prefix("stripe_key", "rk_live_", Chars::alnum, 16, 255),
    prefix("stripe_key", "rk_test_", Chars::alnum, 16, 255),
    prefix("stripe_key", "whsec_", Chars::alnum | Chars::slash_plus | Chars::equals, 32, 64,
           Demand::mixed),
    shape("sendgrid_api_key", "SG.", look_at_sendgrid_key),
    prefix("twilio_api_key", "SK", Chars::hex, 32, 32, Demand::mixed),

    prefix("npm_token", "npm_", Chars::alnum, 36, 36),
    prefix("pypi_token", "pypi-AgEIcHlwaS5vcmc", Chars::url64, 50, 1'000),
    prefix("pypi_token", "pypi-AgENdGVzdC5weXBpLm9yZw", Chars::url64, 50, 1'000),
    prefix("docker_token", "dckr_pat_", Chars::url64, 27, 64),
    prefix("docker_token", "dckr_oat_", Chars::url64, 27, 64),
    prefix("databricks_token", "dapi", Chars::hex | Chars::dash, 32, 34, Demand::mixed),
    shape("telegram_bot_token", ":AA", look_at_telegram_token),
    shape("discord_bot_token", "MD", look_at_discord_token),
    shape("discord_bot_token", "MT", look_at_discord_token),
    shape("discord_bot_token", "Mj", look_at_discord_token),
    shape("discord_bot_token", "Mz", look_at_discord_token),
    shape("discord_bot_token", "ND", look_at_discord_token),
    shape("discord_bot_token", "NT", look_at_discord_token),
    shape("discord_bot_token", "Nj", look_at_discord_token),
    shape("discord_bot_token", "Nz", look_at_discord_token),
    shape("discord_bot_token", "OD", look_at_discord_token),
    shape("discord_bot_token", "OT", look_at_discord_token),
    shape("discord_webhook", "/api/webhooks/", look_at_discord_webhook),

    prefix("digitalocean_token", "dop_v1_", Chars::hex, 64, 64),
    prefix("digitalocean_token", "doo_v1_", Chars::hex, 64, 64),
    prefix("digitalocean_token", "dor_v1_", Chars::hex, 64, 64),
    prefix("shopify_token", "shpat_", Chars::any_hex, 32, 32),
    prefix("shopify_token", "shpca_", Chars::any_hex, 32, 32),
    prefix("shopify_token", "shppa_", Chars::any_hex, 32, 32),
    prefix("shopify_token", "shpss_", Chars::any_hex, 32, 32),
    prefix("linear_api_key", "lin_api_", Chars::alnum, 40, 40),
    prefix("notion_token", "ntn_", Chars::alnum, 40, 50, Demand::mixed),
    prefix("vault_token", "hvs.", Chars::url64, 24, 300, Demand::mixed),
    prefix("vault_token", "hvb.", Chars::url64, 100, 300, Demand::mixed),
    shape("terraform_token", ".atlasv1.", look_at_terraform_token),
    prefix("doppler_token", "dp.pt.", Chars::alnum, 40, 44),
    prefix("doppler_token", "dp.st.", Chars::word | Chars::dot, 40, 80, Demand::mixed),
    prefix("grafana_token", "glsa_", Chars::word, 41, 41),
    prefix("grafana_token", "glc_", Chars::base64 | Chars::equals, 32, 400, Demand::mixed),
    prefix("sentry_token", "sntrys_", Chars::base64 | Chars::equals | Chars::underscore, 60, 500,
           Demand::mixed),
    prefix("sentry_token", "sntryu_", Chars::hex, 64, 64),
    prefix("newrelic_key", "NRAK-", Chars::upper | Chars::digit, 27, 27),
    prefix("postman_api_key", "PMAK-", Chars::hex | Chars::dash, 59, 59),
    prefix("pulumi_token", "pul-", Chars::hex, 40, 40),
    prefix("rubygems_token", "rubygems_", Chars::hex, 48, 48),
    prefix("age_secret_key", "AGE-SECRET-KEY-1", Chars::upper | Chars::digit, 58, 58),
    prefix("atlassian_token", "ATATT3", Chars::url64 | Chars::equals, 150, 250),
    prefix("figma_token", "figd_", Chars::url64, 38, 60, Demand::mixed),
    prefix("supabase_token", "sbp_", Chars::hex, 40, 40),
    prefix("supabase_token", "sb_secret_", Chars::url64, 30, 64, Demand::mixed),
    prefix("heroku_api_key", "HRKU-", Chars::url64, 36, 64, Demand::mixed),
    prefix("alibaba_access_key_id", "LTAI", Chars::alnum, 16, 24, Demand::mixed),
    prefix("planetscale_token", "pscale_tkn_", Chars::url64 | Chars::dot | Chars::equals, 32, 64),
    prefix("planetscale_token", "pscale_pw_", Chars::url64 | Chars::dot | Chars::equals, 32, 64),

    context("authorization", "uthorization", look_at_authorization),
    context("authorization", "UTHORIZATION", look_at_authorization),
    context("bearer_token", "Bearer ", look_at_bearer),
    context("bearer_token", "bearer ", look_at_bearer),
    context("basic_auth", "Basic ", look_at_basic),
    context("basic_auth", "basic ", look_at_basic),
    context("basic_auth", "\"auth", look_at_registry_auth),
    context("npm_token", "_authToken=", look_at_npm_auth),
    context("api_key_header", "-api-key", look_at_key_header),
    context("api_key_header", "-Api-Key", look_at_key_header),
    context("api_key_header", "-API-Key", look_at_key_header),
    context("api_key_header", "-API-KEY", look_at_key_header),
    context("aws_secret_access_key", "aws_secret_access_key", look_at_aws_secret),
    context("aws_secret_access_key", "AWS_SECRET_ACCESS_KEY", look_at_aws_secret),
    context("aws_secret_access_key", "ecretAccessKey", look_at_aws_secret),
    context("aws_secret_access_key", "ecret Access Key", look_at_aws_secret),
    context("aws_secret_access_key", "secret_access_key", look_at_aws_secret),
    context("aws_session_token", "aws_session_token", look_at_aws_session_token),
    context("aws_session_token", "AWS_SESSION_TOKEN", look_at_aws_session_token),
    context("aws_session_token", "essionToken", look_at_aws_session_token),
    context("azure_account_key", "AccountKey=", look_at_azure_account_key),
    context("azure_account_key", "SharedAccessKey=", look_at_azure_account_key),
    context("assigned_secret", "PASSWORD", look_at_assignment),
    context("assigned_secret", "PASSWD", look_at_assignment),
    context("assigned_secret", "SECRET", look_at_assignment),
    context("assigned_secret", "TOKEN", look_at_assignment),
    context("assigned_secret", "API_KEY", look_at_assignment),
    context("assigned_secret", "APIKEY", look_at_assignment),
    context("assigned_secret", "ACCESS_KEY", look_at_assignment),
    context("password", "assword", look_at_password),
    context("password", "Pwd=", look_at_password),
};

// Which character before the anchor says that another word goes on here.
bool begins_here(const SecretForm& form, std::string_view text, std::size_t at) {
    return begins_word(text, at) && !(at > 0 && text[at - 1] == '-' && form.anchor.size() < 4);
}

}  // namespace

std::span<const SecretKind> secret_kinds() {
    return kinds;
}

std::span<const SecretForm> secret_forms() {
    return forms;
}

SecretSpan look_at(const SecretForm& form, std::string_view text, std::size_t at) {
    if (form.look != nullptr) {
        return form.look(text, at);
    }
    const std::size_t from = at + form.anchor.size();
    const std::size_t size = run_of(text, from, form.set, std::size_t{form.most} + 1);
    if (size < form.least || size > form.most || !begins_here(form, text, at) ||
        !ends_word(text, from + size)) {
        return {};
    }
    if (form.demand == Demand::mixed) {
        const Variety variety = variety_of(text.substr(from, size));
        if (!variety.has_digit || !variety.has_letter() || variety.different < 8) {
            return {};
        }
    }
    return {at, from + size};
}

}  // namespace hence
