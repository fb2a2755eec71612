// A test that has a log of its own in the PostgreSQL server of the tests, and looks into its
// tables.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "store/engine.h"
#include "store/postgres/pool.h"
#include "store/postgres/server_for_test.h"

namespace hence::postgres {

class EngineLogTest : public testing::Test {
protected:
    EngineLogTest() {
        TestEngine* const engine = TestEngine::get();
        address_ = engine == nullptr ? "" : engine->fresh_log();
    }
    void SetUp() override {
        ASSERT_FALSE(address_.empty()) << "PostgreSQL is not installed";
        connection_ = connect(*parse_address(address_)).take();
    }

    std::unique_ptr<Store> open_log(const EngineOptions& options = {}) const {
        Result<std::unique_ptr<Store>> store = open_engine_store(address_, options);
        EXPECT_TRUE(store) << (store ? "" : store.error().message);
        return store ? std::move(store).take() : nullptr;
    }

    Rows ask(const std::string& sql) {
        Result<std::vector<Rows>> rows = connection_->run({Statement(sql.c_str())});
        EXPECT_TRUE(rows) << sql << ": " << (rows ? "" : rows.error().message);
        std::vector<Rows> answers = std::move(rows).take();
        return std::move(answers.front());
    }

    std::string address_;
    std::unique_ptr<Connection> connection_;
};

}  // namespace hence::postgres
