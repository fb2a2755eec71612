#include "views/write/columns.h"

#include <algorithm>
#include <iterator>

#include "views/write/layout.h"

namespace hence {
namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// East Asian Wide and Fullwidth, and what is shown as an emoji (Unicode 15). In order.
constexpr Range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x23F0, 0x23F0},   {0x23F3, 0x23F3},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},   {0x26CE, 0x26CE},
    {0x26D4, 0x26D4},   {0x26EA, 0x26EA},   {0x26F2, 0x26F3},   {0x26F5, 0x26F5},
    {0x26FA, 0x26FA},   {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27B0, 0x27B0},   {0x27BF, 0x27BF},
    {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},
    {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97F},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE10, 0xFE19},   {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18D08}, {0x1AFF0, 0x1B2FB},
    {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF}, {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A},
    {0x1F200, 0x1F320}, {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393},
    {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0}, {0x1F3F4, 0x1F3F4},
    {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440}, {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D},
    {0x1F54B, 0x1F54E}, {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596},
    {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5}, {0x1F6CC, 0x1F6CC},
    {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D7}, {0x1F6DC, 0x1F6DF}, {0x1F6EB, 0x1F6EC},
    {0x1F6F4, 0x1F6FC}, {0x1F7E0, 0x1F7EB}, {0x1F7F0, 0x1F7F0}, {0x1F90C, 0x1F93A},
    {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD},
};

// Marks that are drawn on the character before them, joiners and variation selectors. In order.
constexpr Range without_width[] = {
    {0x0300, 0x036F},   {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x06D6, 0x06DC},   {0x0900, 0x0902}, {0x093C, 0x093C}, {0x0941, 0x0948}, {0x094D, 0x094D},
    {0x0E31, 0x0E31},   {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200D},   {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0x1F3FB, 0x1F3FF},
    {0xE0100, 0xE01EF},
};

template <std::size_t count>
bool among(const Range (&ranges)[count], char32_t code) {
    const Range* const range =
        std::lower_bound(std::begin(ranges), std::end(ranges), code,
                         [](const Range& each, char32_t sought) { return each.last < sought; });
    return range != std::end(ranges) && range->first <= code;
}

// Takes the next character off `text`, and gives its code. A byte that begins none counts as one.
char32_t next_character(std::string_view& text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    const std::size_t there = std::min(length, text.size());
    char32_t code = length == 1 ? first : first & (0x7FU >> length);
    for (std::size_t at = 1; at < there; ++at) {
        code = code << 6 | (static_cast<unsigned char>(text[at]) & 0x3FU);
    }
    text.remove_prefix(there);
    return code;
}

std::size_t columns_of(char32_t code) {
    if (code < 0x300) {
        return code == static_cast<char32_t>(time_mark) ? local_time_more : 1;
    }
    return among(without_width, code) ? 0 : among(wide, code) ? 2 : 1;
}

std::string spaces(std::string_view text, std::size_t columns) {
    const std::size_t taken = width(text);
    return std::string(taken < columns ? columns - taken : 0, ' ');
}

// As many characters from the front as fit.
std::string_view fitting(std::string_view text, std::size_t columns) {
    std::string_view rest = text;
    std::size_t taken = 0;
    while (!rest.empty()) {
        const std::size_t end = text.size() - rest.size();
        taken += columns_of(next_character(rest));
        if (taken > columns) {
            return text.substr(0, end);
        }
    }
    return text;
}

// Where a line of at most `columns` ends: behind its last word, or within one that is too long.
std::size_t line_end(std::string_view text, std::size_t columns) {
    const std::size_t fits = fitting(text, columns).size();
    if (fits == text.size()) {
        return fits;
    }
    const std::size_t space = text.rfind(' ', fits);
    return space == std::string_view::npos || space == 0 ? fits : space;
}

}  // namespace

std::size_t width(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {
        count += columns_of(next_character(text));
    }
    return count;
}

std::string padded(std::string_view text, std::size_t columns) {
    return std::string(text) + spaces(text, columns);
}

std::string right_aligned(std::string_view text, std::size_t columns) {
    return spaces(text, columns) + std::string(text);
}

std::string cut(std::string_view text, std::size_t columns) {
    if (width(text) <= columns) {
        return std::string(text);
    }
    return columns == 0 ? "" : std::string(fitting(text, columns - 1)) + "…";
}

std::string cut_front(std::string_view text, std::size_t columns) {
    if (width(text) <= columns) {
        return std::string(text);
    }
    while (width(text) + 1 > columns && !text.empty()) {
        next_character(text);
    }
    return "…" + std::string(text);
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns) {
    constexpr std::size_t hanging = 2;
    constexpr std::size_t room_min = 20;
    std::string out;
    std::size_t margin = indent;
    do {
        const std::size_t room = std::max(columns > margin ? columns - margin : 0, room_min);
        const std::size_t end = columns == 0 ? text.size() : line_end(text, room);
        out.append(margin, ' ').append(text.substr(0, end)).append("\n");
        text.remove_prefix(end);
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        margin = indent + hanging;
    } while (!text.empty());
    return out;
}

}  // namespace hence
