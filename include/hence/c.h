// The C interface of libhence, for every language that can call C.
//
//     hence_store *store = hence_open("traces", NULL, NULL);
//     if (!store) { fprintf(stderr, "%s\n", hence_last_error()); return 1; }
//     hence_append(store, line, strlen(line), NULL);
//     hence_answer *why = hence_ask(store, "GET", "/api/v1/events/e1/explain", NULL, NULL, 0);
//     printf("%s", hence_answer_text(why, NULL));
//     hence_answer_free(why);
//     hence_close(store);
//
// Events go in as lines of JSON, and every question of the HTTP interface can be asked by its
// address: one interface, whatever the store is. All texts are UTF-8 and end with a zero byte.
// No call throws, ends the process, or sets a signal handler. A store may be used from many
// threads at once. The store belongs to the process that opened it: in a forked child every call
// fails, and hence_close only forgets it.
//
// These functions keep their meaning and their symbol version as long as the library's soname
// stays; further ones may be added.
// NOLINTBEGIN(modernize-*): this is C.
#ifndef HENCE_C_H
#define HENCE_C_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HENCE_C_API __attribute__((visibility("default")))

typedef struct hence_store hence_store;
typedef struct hence_answer hence_answer;

// What became of the lines of one hence_append.
typedef struct hence_receipt {
    uint64_t accepted;
    uint64_t duplicates;   // The same event was there already.
    uint64_t quarantined;  // Refused, and kept as they came: hence quarantine lists them.
    uint64_t first_seq;    // 0 when nothing was accepted.
    uint64_t last_seq;
} hence_receipt;

// "0.1.0": of the library that was loaded.
HENCE_C_API const char* hence_version(void);

// Opens a store: a directory, which is made when there is none; "memory:"; or a server,
// "http://host:port". A directory that another process has open is used through that process, and
// taken over when that process ends. `name` is what others are told about who has the directory,
// and `token` is sent to a server; either may be NULL. NULL on failure.
HENCE_C_API hence_store* hence_open(const char* place, const char* name, const char* token);

// Records lines of JSON, one event each, in any format that `hence record` reads. What was
// acknowledged is on disk. `receipt` may be NULL. Returns 0 when all lines are stored, 1 when some
// were refused (the rest is stored), and -1 when nothing was recorded: then hence_last_error says
// why. Appending the same events again is no harm.
HENCE_C_API int hence_append(hence_store* store, const char* lines, size_t size,
                             hence_receipt* receipt);

// Asks any route of the HTTP interface: GET /api/v1/openapi.json describes them all. `target` is
// the path with its query, percent-encoded. `accept` is NULL for JSON, or "text/plain" for what the
// command prints. `body` may be NULL. NULL when no answer could be had; a refusal is an answer with
// a status of 400 or more.
HENCE_C_API hence_answer* hence_ask(hence_store* store, const char* method, const char* target,
                                    const char* accept, const char* body, size_t body_size);

// 200, 404 and so on.
HENCE_C_API int hence_answer_status(const hence_answer* answer);
// The text, which lives as long as the answer; its size without the final zero byte goes to `size`
// unless that is NULL.
HENCE_C_API const char* hence_answer_text(const hence_answer* answer, size_t* size);
// NULL is allowed.
HENCE_C_API void hence_answer_free(hence_answer* answer);

// What went wrong in the last call that failed on this thread: a sentence, and its code ("invalid",
// "not_found", "io", ...). Both are empty before the first failure, and live until the next one.
HENCE_C_API const char* hence_last_error(void);
HENCE_C_API const char* hence_last_error_code(void);

// Closes the store and frees it. No other call on it may be under way. NULL is allowed.
HENCE_C_API void hence_close(hence_store* store);

#ifdef __cplusplus
}
#endif

#endif
// NOLINTEND(modernize-*)
