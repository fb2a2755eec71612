#include "store/postgres/statement.h"

#include "base/bytes.h"

namespace hence::postgres {
namespace {

// Numbers of types in PostgreSQL's catalog, which every engine of its protocol shares.
constexpr unsigned type_bool = 16;
constexpr unsigned type_bytea = 17;
constexpr unsigned type_int8 = 20;
constexpr unsigned type_int4 = 23;
constexpr unsigned type_text = 25;
constexpr unsigned type_bytea_list = 1001;
constexpr unsigned type_int4_list = 1007;

// One dimension, no nulls, from 1.
void put_list_head(std::string& out, unsigned type, std::size_t size) {
    put_be32(out, size == 0 ? 0 : 1);
    put_be32(out, 0);
    put_be32(out, type);
    if (size > 0) {
        put_be32(out, static_cast<std::uint32_t>(size));
        put_be32(out, 1);
    }
}

template <class Text>
std::string byte_list_of(const std::vector<Text>& values) {
    std::string list;
    std::size_t size = 20;
    for (const Text& value : values) {
        size += 4 + value.size();
    }
    list.reserve(size);
    put_list_head(list, type_bytea, values.size());
    for (const Text& value : values) {
        put_be32(list, static_cast<std::uint32_t>(value.size()));
        list.append(value);
    }
    return list;
}

}  // namespace

Statement& Statement::add(unsigned type, std::string value) {
    types_.push_back(type);
    values_.push_back(std::move(value));
    return *this;
}

Statement& Statement::number(std::int64_t value) {
    std::string bytes;
    put_be64(bytes, static_cast<std::uint64_t>(value));
    return add(type_int8, std::move(bytes));
}

Statement& Statement::integer(std::int32_t value) {
    std::string bytes;
    put_be32(bytes, static_cast<std::uint32_t>(value));
    return add(type_int4, std::move(bytes));
}

Statement& Statement::bytes(std::string_view value) {
    return add(type_bytea, std::string(value));
}

Statement& Statement::text(std::string_view value) {
    return add(type_text, std::string(value));
}

Statement& Statement::flag(bool value) {
    return add(type_bool, std::string(1, value ? '\1' : '\0'));
}

Statement& Statement::byte_list(const std::vector<std::string>& values) {
    return add(type_bytea_list, byte_list_of(values));
}

Statement& Statement::byte_list(const std::vector<std::string_view>& values) {
    return add(type_bytea_list, byte_list_of(values));
}

Statement& Statement::integer_list(const std::vector<std::int32_t>& values) {
    std::string list;
    put_list_head(list, type_int4, values.size());
    for (const std::int32_t value : values) {
        put_be32(list, sizeof value);
        put_be32(list, static_cast<std::uint32_t>(value));
    }
    return add(type_int4_list, std::move(list));
}

std::int64_t Rows::number(int row, int column) const {
    const std::string_view value = bytes(row, column);
    std::uint64_t number = 0;
    for (const char byte : value) {
        number = number << 8 | static_cast<unsigned char>(byte);
    }
    if (value.size() == sizeof(std::int32_t)) {
        return static_cast<std::int32_t>(number);
    }
    return value.size() == sizeof number ? static_cast<std::int64_t>(number) : 0;
}

bool Rows::flag(int row, int column) const {
    return bytes(row, column) == std::string_view("\1", 1);
}

}  // namespace hence::postgres
