// A JSON number is compared as what it says, not as the double nearest to it: it is taken apart
// into a sign, its significant digits and the power of ten that stands before the first of them.
// Both digits and exponent may be as long as the text is, so they stay text.
#include "model/json/json_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/ascii.h"
#include "model/json/json.h"

namespace hence {
namespace {

constexpr std::size_t int64_digits_max = 18;   // Any number of so many digits fits.
constexpr std::size_t double_digits_max = 15;  // Likewise, and a double tells it exactly.
constexpr double whole_max = 1e15;

// 0.DIGITS times ten to the EXPONENT. Zero has no digits.
struct Decimal {
    bool negative = false;
    std::string digits;  // Neither begins nor ends with 0.
    bool exponent_negative = false;
    std::string exponent;  // Without leading zeros; zero is empty.
};

void strip_leading_zeros(std::string& digits) {
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
}

// magnitude = magnitude + amount, or magnitude - amount, where it is the larger one.
void add(std::string& magnitude, std::uint64_t amount) {
    for (std::size_t i = magnitude.size(); i-- > 0 && amount != 0;) {
        const std::uint64_t sum = static_cast<std::uint64_t>(magnitude[i] - '0') + amount;
        magnitude[i] = static_cast<char>('0' + sum % 10);
        amount = sum / 10;
    }
    if (amount != 0) {
        magnitude.insert(0, std::to_string(amount));
    }
}

void subtract(std::string& magnitude, std::uint64_t amount) {
    for (std::size_t i = magnitude.size(); i-- > 0 && amount != 0;) {
        const auto digit = static_cast<std::uint64_t>(magnitude[i] - '0');
        const std::uint64_t take = amount % 10;
        amount = amount / 10 + static_cast<std::uint64_t>(digit < take);
        magnitude[i] = static_cast<char>('0' + (digit + 10 - take) % 10);
    }
    strip_leading_zeros(magnitude);
}

// Moves the exponent by `shift`. A shift is shorter than the text, so it never outweighs an
// exponent that is too long for an int64.
void shift_exponent(Decimal& decimal, std::int64_t shift) {
    if (decimal.exponent.size() > int64_digits_max) {
        const auto amount = static_cast<std::uint64_t>(std::abs(shift));
        if ((shift < 0) == decimal.exponent_negative) {
            add(decimal.exponent, amount);
        } else {
            subtract(decimal.exponent, amount);
        }
        return;
    }
    std::int64_t value = decimal.exponent.empty() ? 0 : std::stoll(decimal.exponent);
    value = (decimal.exponent_negative ? -value : value) + shift;
    decimal.exponent_negative = value < 0;
    decimal.exponent = value == 0 ? "" : std::to_string(std::abs(value));
}

Decimal take_apart(std::string_view number) {
    Decimal decimal;
    decimal.negative = number.starts_with('-');
    number.remove_prefix(static_cast<std::size_t>(decimal.negative));
    const std::size_t e = std::min(number.find_first_of("eE"), number.size());
    if (e != number.size()) {
        std::string_view exponent = number.substr(e + 1);
        decimal.exponent_negative = exponent.starts_with('-');
        exponent.remove_prefix(
            static_cast<std::size_t>(exponent.starts_with('-') || exponent.starts_with('+')));
        decimal.exponent = exponent;
        strip_leading_zeros(decimal.exponent);
    }
    const std::string_view mantissa = number.substr(0, e);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    decimal.digits = mantissa.substr(0, point);
    if (point != mantissa.size()) {
        decimal.digits += mantissa.substr(point + 1);
    }
    const std::size_t zeros =
        std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size());
    decimal.digits.erase(0, zeros);
    decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
    if (decimal.digits.empty()) {
        return {};
    }
    shift_exponent(decimal, static_cast<std::int64_t>(point) - static_cast<std::int64_t>(zeros));
    return decimal;
}

int sign_of(int comparison) {
    return (comparison > 0) - (comparison < 0);
}

int compare_magnitudes(const std::string& a, const std::string& b) {
    if (a.size() != b.size()) {
        return a.size() < b.size() ? -1 : 1;
    }
    return sign_of(a.compare(b));
}

int compare_exponents(const Decimal& a, const Decimal& b) {
    if (a.exponent_negative != b.exponent_negative) {
        return a.exponent_negative ? -1 : 1;
    }
    const int order = compare_magnitudes(a.exponent, b.exponent);
    return a.exponent_negative ? -order : order;
}

}  // namespace

int compare_numbers(std::string_view a, std::string_view b) {
    if (a == b) {
        return 0;
    }
    const Decimal left = take_apart(a);
    const Decimal right = take_apart(b);
    const int left_sign = left.digits.empty() ? 0 : left.negative ? -1 : 1;
    const int right_sign = right.digits.empty() ? 0 : right.negative ? -1 : 1;
    if (left_sign != right_sign || left_sign == 0) {
        return sign_of(left_sign - right_sign);
    }
    int order = compare_exponents(left, right);
    if (order == 0) {
        // Digits stand behind the point: the first that differs decides, and a missing one is 0.
        order = sign_of(left.digits.compare(right.digits));
    }
    return order * left_sign;
}

std::optional<std::int64_t> integer_value(std::string_view number) {
    std::int64_t value = 0;
    const char* const stop = number.data() + number.size();
    const auto [end, error] = std::from_chars(number.data(), stop, value);
    if (end == stop) {
        return error == std::errc() ? std::optional(value) : std::nullopt;
    }
    const Decimal decimal = take_apart(number);
    if (decimal.digits.empty()) {
        return 0;
    }
    if (decimal.exponent_negative || decimal.exponent.size() > 2) {
        return std::nullopt;
    }
    const std::size_t places = decimal.exponent.empty() ? 0 : std::stoul(decimal.exponent);
    if (places < decimal.digits.size() || places > int64_digits_max + 1) {
        return std::nullopt;
    }
    std::string plain = (decimal.negative ? "-" : "") + decimal.digits;
    plain.append(places - decimal.digits.size(), '0');
    return integer_value(plain);
}

std::optional<double> finite_value(std::string_view number) {
    // Most numbers are short and whole.
    if (number.size() <= double_digits_max && std::ranges::all_of(number, is_digit)) {
        std::int64_t whole = 0;
        for (const char digit : number) {
            whole = whole * 10 + (digit - '0');
        }
        return number.empty() ? std::nullopt : std::optional(static_cast<double>(whole));
    }
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error == std::errc()) {
        return std::isfinite(value) ? std::optional(value) : std::nullopt;
    }
    if (error != std::errc::result_out_of_range) {
        return std::nullopt;
    }
    const std::string_view magnitude = number.substr(number.starts_with('-') ? 1 : 0);
    return compare_numbers(magnitude, "1") < 0 ? std::optional(0.0) : std::nullopt;
}

void append_canonical_number(std::string& out, std::string_view number) {
    const Decimal decimal = take_apart(number);
    if (decimal.digits.empty()) {
        out += '0';
        return;
    }
    out.append(decimal.negative ? "-" : "").append("0.").append(decimal.digits);
    out.append(decimal.exponent_negative ? "e-" : "e").append(decimal.exponent);
}

void append_number(std::string& out, double value) {
    if (!std::isfinite(value)) {
        out += "null";
        return;
    }
    if (value >= 1 && value < whole_max && value == std::floor(value)) {
        char digits[double_digits_max];
        const auto whole = static_cast<std::int64_t>(value);
        out.append(digits, std::to_chars(digits, digits + sizeof digits, whole).ptr);
        return;
    }
    // The shortest digits, as D.DDDe-XX; then laid out as people write them.
    char buffer[32] = {};
    const auto [end, error] =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
    std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
    if (text.starts_with('-')) {
        out += '-';
        text.remove_prefix(1);
    }
    const std::size_t e = text.find('e');
    std::string digits(text.substr(0, 1));
    if (e > 1) {
        digits += text.substr(2, e - 2);
    }
    const int exponent = std::atoi(buffer + (text.data() - buffer) + e + 1);
    const auto size = static_cast<int>(digits.size());
    if (exponent < -6 || exponent >= 21) {
        out += digits[0];
        if (size > 1) {
            out.append(".").append(digits, 1);
        }
        out.append(exponent < 0 ? "e-" : "e+").append(std::to_string(std::abs(exponent)));
    } else if (exponent < 0) {
        out.append("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(digits);
    } else if (size <= exponent + 1) {
        const int zeros = exponent + 1 - size;
        out.append(digits).append(static_cast<std::size_t>(zeros), '0');
    } else {
        const auto whole = static_cast<std::size_t>(exponent + 1);
        out.append(digits, 0, whole).append(".").append(digits, whole);
    }
}

}  // namespace hence
