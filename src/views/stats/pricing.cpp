#include "views/stats/pricing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "model/json/json.h"
#include "model/json/members.h"
#include "model/text.h"
#include "model/tokens.h"

namespace hence {
namespace {

constexpr std::size_t price_depth_max = 4;
constexpr std::string_view form =
    R"(write {"MODEL":{"input":0.000003,"output":0.000015}}, US dollars for one token)";

struct PricedClass {
    std::string_view name;
    std::optional<double> TokenPrices::*price;
};
constexpr std::array classes{PricedClass{"input", &TokenPrices::input},
                             PricedClass{"output", &TokenPrices::output},
                             PricedClass{"cache_read", &TokenPrices::cache_read},
                             PricedClass{"cache_write", &TokenPrices::cache_write},
                             PricedClass{"reasoning", &TokenPrices::reasoning}};

Error bad_prices(std::string message) {
    return {Code::invalid, "the prices are wrong: " + std::move(message), std::string(form)};
}

Result<void> take_price(const std::string& model, const std::string& name, Json value,
                        TokenPrices& prices) {
    const auto known = std::ranges::find(classes, name, &PricedClass::name);
    if (known == classes.end()) {
        return bad_prices(
            fmt::format("{} of {} is none of input, output, cache_read, "
                        "cache_write, reasoning",
                        hence::quoted(name), hence::quoted(model)));
    }
    const std::optional<double> price = value.number();
    if (!price || *price < 0 || !std::isfinite(*price)) {
        return bad_prices(fmt::format("{} of {} is no amount of 0 or more", hence::quoted(name),
                                      hence::quoted(model)));
    }
    prices.*(known->price) = price;
    return {};
}

Result<TokenPrices> prices_of(const std::string& model, Json object) {
    if (!object.is_object()) {
        return bad_prices(fmt::format("{} has no object of prices", hence::quoted(model)));
    }
    TokenPrices prices;
    Result<void> taken;
    object.each_member([&](std::string_view name, Json value) {
        taken = take_price(model, std::string(name), value, prices);
        return static_cast<bool>(taken);
    });
    if (!taken) {
        return taken.error();
    }
    return prices;
}

}  // namespace

Result<Prices> parse_prices(std::string_view json) {
    const Result<std::string> read = minify(json, price_depth_max);
    if (!read) {
        return bad_prices("no JSON: " + read.error().message);
    }
    if (!Json(*read).is_object()) {
        return bad_prices("no JSON object");
    }
    Prices prices;
    Result<void> taken;
    Json(*read).each_member([&](std::string_view name, Json value) {
        const std::string model(name);
        Result<TokenPrices> of_model = prices_of(model, value);
        if (!of_model) {
            taken = of_model.error();
            return false;
        }
        prices[model] = *of_model;
        return true;
    });
    if (!taken) {
        return taken.error();
    }
    return prices;
}

std::optional<double> cost_of(const TokenUse& tokens, const TokenPrices& prices) {
    if (!tokens.input && !tokens.output) {
        return std::nullopt;
    }
    const double reasoning = prices.reasoning ? tokens.reasoning.value_or(0) : 0;
    const std::array charged{
        std::pair(tokens.input.value_or(0), prices.input),
        std::pair(tokens.output.value_or(0) - reasoning, prices.output),
        std::pair(tokens.cache_read.value_or(0), prices.cache_read),
        std::pair(tokens.cache_write.value_or(0), prices.cache_write),
        std::pair(reasoning, prices.reasoning),
    };
    double sum = 0;
    for (const auto& [count, price] : charged) {
        if (count > 0 && !price) {
            return std::nullopt;
        }
        sum += std::max(count, 0.0) * price.value_or(0);
    }
    return sum;
}

void Pricing::add(const Event& model_call) {
    const auto [stated, named] = members<2>(model_call.fields(), {"cost_usd", "model"});
    if (stated.number()) {
        return;
    }
    const std::string model = named.string().value_or("unknown");
    const auto prices = prices_.find(model);
    const std::optional<double> usd =
        prices == prices_.end() ? std::nullopt : cost_of(tokens_used(model_call), prices->second);
    if (usd) {
        sum_.cost_usd += *usd;
        ++sum_.calls;
    } else {
        ++sum_.calls_unpriced;
        unpriced_.insert(model);
    }
}

ComputedCost Pricing::cost() const {
    ComputedCost cost = sum_;
    cost.unpriced.assign(unpriced_.begin(), unpriced_.end());
    return cost;
}

}  // namespace hence
