// A statement with its parameters in PostgreSQL's binary form, and the rows that it gives.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/postgres/libpq.h"

namespace hence::postgres {

// The SQL is a literal of this program, and never made from data.
class Statement {
public:
    explicit Statement(const char* sql) : sql_(sql) {}

    Statement& number(std::int64_t value);
    Statement& integer(std::int32_t value);
    Statement& bytes(std::string_view value);
    Statement& text(std::string_view value);
    Statement& flag(bool value);
    Statement& byte_list(const std::vector<std::string>& values);
    Statement& byte_list(const std::vector<std::string_view>& values);
    Statement& integer_list(const std::vector<std::int32_t>& values);

    // Which plan is good depends on the values, so it is made for these alone (connection.h).
    Statement& plan_for_values() {
        for_values_ = true;
        return *this;
    }

    const char* sql() const { return sql_; }
    bool is_planned_for_values() const { return for_values_; }
    std::size_t parameters() const { return values_.size(); }
    const std::vector<unsigned>& types() const { return types_; }
    const std::vector<std::string>& values() const { return values_; }

private:
    Statement& add(unsigned type, std::string value);

    const char* sql_;
    bool for_values_ = false;
    std::vector<unsigned> types_;
    std::vector<std::string> values_;
};

// What one statement gave. The views live as long as the rows.
class Rows {
public:
    Rows(const Libpq& pq, PGresult* result) : pq_(&pq), result_(result, pq.clear) {}

    int size() const { return pq_->rows(result_.get()); }
    bool is_null(int row, int column) const {
        return pq_->is_null(result_.get(), row, column) != 0;
    }
    std::string_view bytes(int row, int column) const {
        return {pq_->value(result_.get(), row, column),
                static_cast<std::size_t>(pq_->length(result_.get(), row, column))};
    }
    // Of a column of type int or bigint; 0 for another.
    std::int64_t number(int row, int column) const;
    bool flag(int row, int column) const;

private:
    const Libpq* pq_;
    std::unique_ptr<PGresult, void (*)(PGresult*)> result_;
};

}  // namespace hence::postgres
