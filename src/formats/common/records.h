// The base class of readers of JSON: splits a text into records and accounts for each.
//
// Emitters write one record to a line, a JSON array of records, or one document; most formats occur
// in all three. This class finds out which it is, checks each record, and hands it to the format's
// `read`. A text that only begins like a document is read by lines, so that one broken line costs
// one line. Must never happen: a record is neither told nor refused nor held back.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "formats/common/reader.h"
#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// How deep a record may be nested before it is refused. An event has its own, smaller limit.
inline constexpr std::size_t record_depth_max = 1'000;

struct Record {
    Json json;               // Without insignificant white space. An object.
    std::uint64_t line = 0;  // Of an element of a list, its number in the list, from 1.
    std::string_view bytes;  // As it came, or of an element, without white space.
};

// A text is one record to a line, or a JSON array of them, or one document that is a record itself.
class RecordReader : public Reader {
public:
    explicit RecordReader(ReadOptions options) : options_(std::move(options)) {}

    void take(std::string_view text, std::uint64_t line, Batch& batch) final;
    std::uint64_t finish(Batch&) override { return 0; }

protected:
    // Adds the events of one record by `add`. An error refuses the record, and no other.
    virtual Result<void> read(const Record& record, Batch& batch) = 0;

    // Reads the elements of a list inside a record, each as a record of its own that may be refused
    // alone. A value that is no list has no elements.
    using ReadOne = std::function<Result<void>(const Record&)>;
    void read_each(Json list, Batch& batch, const ReadOne& each);

    // Whether records may hold files, which are then told by their hash.
    virtual bool has_files() const { return false; }

    // The event of a record.
    static void add(Event event, const Record& record, Batch& batch);
    // The events of a record, or why there are none.
    static Result<void> add_each(Result<std::vector<Event>> events, const Record& record,
                                 Batch& batch);

private:
    Result<std::string> cleaned(std::string_view text) const;
    void read_line(std::string_view line, std::uint64_t number, Batch& batch);
    void read_one(const Record& record, Batch& batch, const ReadOne& each);
    void refuse(const Record& record, const Error& error, Batch& batch);

    ReadOptions options_;
    std::string document_;  // The text less white space, if it is one document.
};

}  // namespace hence
