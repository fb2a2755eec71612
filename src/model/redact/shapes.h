// The forms of secrets that are more than an anchor and a run of characters; see SecretForm::look.
//
// Each function is given a text and the place of an anchor in it, and gives the secret there.
#pragma once

#include <cstddef>
#include <string_view>

#include "model/redact/forms.h"

namespace hence {

SecretSpan look_at_jwt(std::string_view text, std::size_t at);                  // .eyJ
SecretSpan look_at_private_key(std::string_view text, std::size_t at);          // -----BEGIN
SecretSpan look_at_url_password(std::string_view text, std::size_t at);         // ://
SecretSpan look_at_telegram_token(std::string_view text, std::size_t at);       // :AA
SecretSpan look_at_discord_token(std::string_view text, std::size_t at);        // MT, Nz, ...
SecretSpan look_at_azure_client_secret(std::string_view text, std::size_t at);  // Q~
SecretSpan look_at_azure_api_key(std::string_view text, std::size_t at);        // JQQJ99
SecretSpan look_at_azure_devops_token(std::string_view text, std::size_t at);
SecretSpan look_at_resend_key(std::string_view text, std::size_t at);
SecretSpan look_at_terraform_token(std::string_view text, std::size_t at);  // .atlasv1.
SecretSpan look_at_sendgrid_key(std::string_view text, std::size_t at);     // SG.
SecretSpan look_at_slack_token(std::string_view text, std::size_t at);      // xox
SecretSpan look_at_slack_webhook(std::string_view text, std::size_t at);    // hooks.slack.com/
SecretSpan look_at_discord_webhook(std::string_view text, std::size_t at);  // /api/webhooks/
SecretSpan look_at_sas_signature(std::string_view text, std::size_t at);    // sig=

// By what stands before them.
SecretSpan look_at_authorization(std::string_view text, std::size_t at);
SecretSpan look_at_bearer(std::string_view text, std::size_t at);
SecretSpan look_at_basic(std::string_view text, std::size_t at);
SecretSpan look_at_key_header(std::string_view text, std::size_t at);
SecretSpan look_at_registry_auth(std::string_view text, std::size_t at);
SecretSpan look_at_npm_auth(std::string_view text, std::size_t at);
SecretSpan look_at_aws_secret(std::string_view text, std::size_t at);
SecretSpan look_at_aws_session_token(std::string_view text, std::size_t at);
SecretSpan look_at_azure_account_key(std::string_view text, std::size_t at);
SecretSpan look_at_assignment(std::string_view text, std::size_t at);
SecretSpan look_at_named_secret(std::string_view text, std::size_t at);
SecretSpan look_at_password(std::string_view text, std::size_t at);

}  // namespace hence
