/* An agent in C: it records what it does, and asks why.
 *
 *     cc agent.c $(pkg-config --cflags --libs hence) -o agent && ./agent traces */
#include <hence/c.h>
#include <stdio.h>
#include <string.h>

static const char events[] =
    "{\"id\":\"c-1\",\"kind\":\"session_start\",\"time\":\"2026-02-23T10:00:00Z\",\"agent\":\"coder\","
    "\"session\":\"c\",\"fields\":{\"goal\":\"make the test pass\"}}\n"
    "{\"id\":\"c-2\",\"kind\":\"tool_call\",\"time\":\"2026-02-23T10:00:01Z\",\"agent\":\"coder\","
    "\"session\":\"c\",\"parent\":\"c-1\",\"fields\":{\"tool_name\":\"Bash\","
    "\"input\":{\"command\":\"make test\"}},\"rationale\":{\"why\":\"see what fails first\"}}\n";

static int fail(const char *what) {
    fprintf(stderr, "%s: %s (%s)\n", what, hence_last_error(), hence_last_error_code());
    return 1;
}

int main(int count, char **arguments) {
    hence_store *store = hence_open(count > 1 ? arguments[1] : "memory:", "c example", NULL);
    if (!store) {
        return fail("open");
    }
    hence_receipt receipt;
    if (hence_append(store, events, strlen(events), &receipt) < 0) {
        hence_close(store);
        return fail("append");
    }
    printf("%llu recorded, %llu known already\n", (unsigned long long)receipt.accepted,
           (unsigned long long)receipt.duplicates);
    hence_answer *why = hence_ask(store, "GET", "/api/v1/events/c-2/explain", "text/plain", NULL, 0);
    if (!why) {
        hence_close(store);
        return fail("ask");
    }
    printf("%s", hence_answer_text(why, NULL));
    hence_answer_free(why);
    hence_close(store);
    return 0;
}
