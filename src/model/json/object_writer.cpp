#include "model/json/object_writer.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "model/json/json.h"

namespace hence {
namespace {

constexpr std::size_t usual_bytes = 512;

}  // namespace

void ObjectWriter::begin(std::string_view name) {
    if (json_.empty()) {
        json_.reserve(usual_bytes);
    }
    json_ += json_.empty() ? '{' : ',';
    append_string(json_, name);
    json_ += ':';
}

void ObjectWriter::text(std::string_view name, std::string_view text) {
    if (!text.empty()) {
        begin(name);
        append_string(json_, text);
    }
}

void ObjectWriter::token(std::string_view name, std::string_view text) {
    begin(name);
    append_token(json_, text);
}

void ObjectWriter::number(std::string_view name, std::optional<std::int64_t> number) {
    if (number) {
        begin(name);
        json_ += std::to_string(*number);
    }
}

void ObjectWriter::number(std::string_view name, std::optional<double> number) {
    if (number && !std::isfinite(*number) && !failure_) {
        failure_ = Error{Code::invalid, fmt::format("{} is not a finite number", name)};
    } else if (number) {
        begin(name);
        append_number(json_, *number);
    }
}

void ObjectWriter::value(std::string_view name, const Value& value) {
    if (value.form() == Value::Form::absent) {
        return;
    }
    if (value.form() == Value::Form::text) {
        begin(name);
        append_string(json_, value.bytes());
        return;
    }
    // Spliced in only when it is one whole value: otherwise it could close our object and go on.
    const Result<std::string> valid = minify(value.bytes(), fields_depth_max);
    if (valid) {
        raw(name, *valid);
    } else if (!failure_) {
        failure_ = Error{valid.error().code, fmt::format("{}: {}", name, valid.error().message),
                         "for plain text use Value::text"};
    }
}

void ObjectWriter::list(std::string_view name, const std::vector<std::string>& texts) {
    if (texts.empty()) {
        return;
    }
    begin(name);
    for (const std::string& text : texts) {
        json_ += &text == texts.data() ? '[' : ',';
        append_string(json_, text);
    }
    json_ += ']';
}

void ObjectWriter::raw(std::string_view name, std::string_view valid) {
    if (!valid.empty()) {
        begin(name);
        json_ += valid;
    }
}

Result<std::string> ObjectWriter::take() && {
    if (failure_) {
        return std::move(*failure_);
    }
    if (!json_.empty()) {
        json_ += '}';
    }
    return std::move(json_);
}

}  // namespace hence
