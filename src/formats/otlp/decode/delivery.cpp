#include "formats/otlp/decode/delivery.h"

#include <utility>

#include <fmt/format.h>

namespace hence {
namespace {

std::size_t bytes_of(const Attributes& attributes) {
    std::size_t bytes = 0;
    for (const Attribute& each : attributes.all()) {
        bytes += each.key.size() + each.value.raw().size();
    }
    return bytes;
}

}  // namespace

void mark_mended(std::vector<Attribute>& attributes, const Arena& arena) {
    if (arena.mended()) {
        attributes.push_back({"hence.invalid_utf8", Json("true")});
    }
}

Delivery::Delivery(const SignalNames& names, ItemReaders readers, const TelemetrySink& sink,
                   std::size_t message_bytes, DeliveryLimits limits)
    : names_(names),
      readers_(readers),
      sink_(sink),
      origin_bytes_left_(limits.origin_bytes_max + message_bytes * limits.message_share_max),
      refused_max_(limits.refused_max) {}

void Delivery::begin_resource() {
    ++resources_;
    scopes_ = 0;
    items_ = 0;
    resource_arena_.clear();
    resource_failure_.reset();
    origin_ = {};
    resource_bytes_ = 0;
    resource_schema_url_ = {};
}

void Delivery::set_resource(Result<Attributes> resource, std::string_view schema_url) {
    if (!resource) {
        resource_failure_ = resource.error();
        resource_failure_->message.insert(0, resource_place() + ".resource");
        return;
    }
    origin_.resource = std::move(resource).take();
    resource_bytes_ = bytes_of(origin_.resource);
    resource_schema_url_ = schema_url;
}

void Delivery::begin_scope() {
    ++scopes_;
    items_ = 0;
    scope_arena_.clear();
    scope_failure_.reset();
}

// The resource stays where it is: it may be long, and of many scopes.
void Delivery::set_scope(Result<Origin> scope) {
    if (!scope) {
        scope_failure_ = scope.error();
        scope_failure_->message.insert(0, scope_place() + ".scope");
        return;
    }
    Origin taken = std::move(scope).take();
    taken.resource = std::move(origin_.resource);
    origin_ = std::move(taken);
    if (origin_.schema_url.empty()) {
        origin_.schema_url = resource_schema_url_;
    }
    scope_bytes_ = bytes_of(origin_.scope) + origin_.scope_name.size() +
                   origin_.scope_version.size() + origin_.schema_url.size();
}

bool Delivery::has_share() {
    const std::uint64_t needed = resource_bytes_ + scope_bytes_;
    if (needed > origin_bytes_left_) {
        return false;
    }
    origin_bytes_left_ -= needed;
    return true;
}

void Delivery::item(std::string_view bytes) {
    if (given_up()) {
        return;
    }
    const std::optional<Error>& failure = resource_failure_ ? resource_failure_ : scope_failure_;
    if (failure) {
        ++items_;
        return refuse({}, *failure, bytes);
    }
    if (!has_share()) {
        return refuse_item({Code::limit, " repeats a resource that is too long for so many"},
                           bytes);
    }
    item_arena_.clear();
    if (readers_.span != nullptr) {
        Result<Span> span = readers_.span(bytes, item_arena_);
        if (!span) {
            return refuse_item(span.error(), bytes);
        }
        span->origin = &origin_;
        span->bytes = bytes;
        if (sink_.span) {
            sink_.span(*span);
        }
    } else {
        Result<LogRecord> record = readers_.log(bytes, item_arena_);
        if (!record) {
            return refuse_item(record.error(), bytes);
        }
        record->origin = &origin_;
        record->bytes = bytes;
        if (sink_.log) {
            sink_.log(*record);
        }
    }
    ++items_;
    ++number_;
}

void Delivery::refuse(const std::string& place, const Error& error, std::string_view bytes) {
    ++number_;
    ++refused_;
    if (sink_.refused && !given_up()) {
        sink_.refused(number_, {error.code, place + error.message, error.hint}, bytes);
    }
}

Result<void> Delivery::end() const {
    if (given_up()) {
        return Error{Code::invalid,
                     fmt::format("more than {} {} cannot be read", refused_max_, names_.items)};
    }
    return {};
}

void Delivery::refuse_item(const Error& error, std::string_view bytes) {
    ++items_;
    refuse(item_place(), error, bytes);
}

void Delivery::refuse_scope(const Error& error, std::string_view bytes) {
    refuse(scope_place(), error, bytes);
}

void Delivery::refuse_resource(const Error& error, std::string_view bytes) {
    refuse(resource_place(), error, bytes);
}

std::string Delivery::resource_place() const {
    return fmt::format("{}[{}]", names_.resources, resources_ - 1);
}

std::string Delivery::scope_place() const {
    return fmt::format("{}.{}[{}]", resource_place(), names_.scopes, scopes_ - 1);
}

std::string Delivery::item_place() const {
    return fmt::format("{}.{}[{}]", scope_place(), names_.items, items_ - 1);
}

}  // namespace hence
