#!/usr/bin/env python3
"""The SQL of a store in an engine keeps to what every engine of PostgreSQL's protocol has.

Sharded engines lack advisory locks, LISTEN and NOTIFY, sequences, COPY, temporary tables, SAVEPOINT and functions.
Each word of each statement must be one that is known here. What only PostgreSQL knows stands in OPTIONAL: Hence asks
for it, and goes on without it where an engine refuses.
"""

import pathlib
import re
import unittest

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "src" / "store" / "postgres"
VERBS = ("ALTER", "BEGIN", "COMMIT", "COPY", "CREATE", "DELETE", "DO ", "DROP", "EXECUTE", "FETCH", "GRANT", "INSERT",
         "LISTEN", "LOCK", "MERGE", "NOTIFY", "PREPARE", "ROLLBACK", "SAVEPOINT", "SELECT", "SET", "SHOW", "TRUNCATE",
         "UPDATE", "VACUUM", "WITH")
OPTIONAL = (
    "ALTER TABLE",  # Storage and fill factors.
    "SET enable_bitmapscan",
    "SET enable_seqscan",
    "SET enable_sort",
    "SET jit",
    "SET plan_cache_mode",
    "SELECT set_config('plan_cache_mode'",
    "SELECT set_config('synchronous_commit'",
    "SHOW fsync",
    "SHOW full_page_writes",
    "SHOW synchronous_commit",
    "SHOW synchronous_standby_names",
    "SELECT count(*)::text FROM pg_stat_replication",
    "VACUUM hence_",
)
WORDS = set("""
    begin commit rollback transaction isolation level repeatable read only
    select from where and or not in is null as on join order by asc desc limit distinct
    insert into values update set delete conflict do nothing excluded exists for any
    create table if primary key unique integer bigint text boolean bytea
    true false
""".split())
FUNCTIONS = set("coalesce max min sum count octet_length substring unnest".split())
COLUMNS = set("""
    log name format last_seq last_refused unfinished erasures writer number seen part rest piece body version step
    l h r t p n b
""".split())


def statements(text):
    """The string literals of a source that are SQL; literals that stand side by side are one."""
    text = re.sub(r"//[^\n]*", "", text)
    for match in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', text):
        literal = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match.group()))
        if literal.startswith(VERBS):
            yield literal


def strangers(sql):
    """The words of a statement that are not in the portable subset."""
    if sql.startswith(OPTIONAL):
        return []
    words = re.findall(r"[A-Za-z_][A-Za-z_0-9]*", re.sub(r"'[^']*'", "", sql))
    return [word for word in words if not word.startswith("hence_")
            and word.lower() not in WORDS | FUNCTIONS and word not in COLUMNS]


class EngineSql(unittest.TestCase):
    def test_every_statement_is_portable(self):
        found = 0
        for source in sorted(SOURCES.glob("*.cpp")):
            if source.stem.endswith("_test"):
                continue
            for sql in statements(source.read_text()):
                found += 1
                with self.subTest(source=source.name, sql=sql):
                    self.assertEqual(strangers(sql), [])
        self.assertGreater(found, 60)

    def test_what_is_not_portable_is_noticed(self):
        for sql in ("SELECT pg_advisory_lock($1)", "LISTEN hence_head", "COPY hence_index FROM STDIN", "SAVEPOINT s",
                    "SELECT nextval('hence_seq')", "CREATE TEMP TABLE hence_t (a integer)",
                    "SELECT log FROM hence_head FOR UPDATE SKIP LOCKED", "TRUNCATE hence_index"):
            self.assertNotEqual(strangers(sql), [], sql)

    def test_literals_are_joined(self):
        self.assertEqual(list(statements('f("SELECT log "\n  "FROM x"); // "DROP y"')), ["SELECT log FROM x"])


if __name__ == "__main__":
    unittest.main()
