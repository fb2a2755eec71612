#include "store/rocks/sorted_batch.h"

#include <string>

#include <gtest/gtest.h>

namespace hence::rocks {
namespace {

class Told : public rocksdb::WriteBatch::Handler {
public:
    void Put(const rocksdb::Slice& key, const rocksdb::Slice& value) override {
        told += "put " + key.ToString() + "=" + value.ToString() + ";";
    }
    void Merge(const rocksdb::Slice& key, const rocksdb::Slice& value) override {
        told += "merge " + key.ToString() + "=" + value.ToString() + ";";
    }
    void Delete(const rocksdb::Slice& key) override { told += "drop " + key.ToString() + ";"; }

    std::string told;
};

std::string told_by(SortedBatch& changes) {
    rocksdb::WriteBatch batch;
    EXPECT_TRUE(changes.append_to(batch).ok());
    Told told;
    EXPECT_TRUE(batch.Iterate(&told).ok());
    return told.told;
}

TEST(SortedBatch, GivesChangesByTheBeginningOfTheirKeys) {
    SortedBatch changes;
    changes.put("b", "1");
    changes.merge("\xFF", "2");
    changes.put("a", "");
    changes.put("", "3");
    changes.drop("ab");
    EXPECT_EQ(told_by(changes), "put =3;put a=;drop ab;put b=1;merge \xFF=2;");
}

TEST(SortedBatch, LeavesKeysThatBeginAlikeInTheirOrder) {
    SortedBatch changes;
    changes.put("posting-2", "1");
    changes.drop("posting-1");
    changes.put("posting-1", "2");
    changes.drop("posting-2");
    EXPECT_EQ(told_by(changes), "put posting-2=1;drop posting-1;put posting-1=2;drop posting-2;");
    SortedBatch one_key;
    one_key.drop("a");
    one_key.put("a", "1");
    one_key.merge("a", "2");
    EXPECT_EQ(told_by(one_key), "drop a;put a=1;merge a=2;");
}

}  // namespace
}  // namespace hence::rocks
