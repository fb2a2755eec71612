"""An agent in Python, over the C interface: no module is built.

    python3 agent.py libhence.so traces
"""

import ctypes
import sys


class Receipt(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64)
                for name in ("accepted", "duplicates", "quarantined", "first_seq", "last_seq")]


hence = ctypes.CDLL(sys.argv[1])
hence.hence_open.restype = ctypes.c_void_p
hence.hence_open.argtypes = [ctypes.c_char_p] * 3
hence.hence_append.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(Receipt)]
hence.hence_ask.restype = ctypes.c_void_p
hence.hence_ask.argtypes = [ctypes.c_void_p] + [ctypes.c_char_p] * 4 + [ctypes.c_size_t]
hence.hence_answer_text.restype = ctypes.c_char_p
hence.hence_answer_text.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
hence.hence_answer_free.argtypes = [ctypes.c_void_p]
hence.hence_last_error.restype = ctypes.c_char_p
hence.hence_close.argtypes = [ctypes.c_void_p]

EVENTS = (
    b'{"id":"p-1","kind":"session_start","time":"2026-02-23T10:00:00Z","session":"p","fields":{"goal":"make the test pass"}}\n'
    b'{"id":"p-2","kind":"tool_call","time":"2026-02-23T10:00:01Z","session":"p","parent":"p-1","fields":{"tool_name":"Bash",'
    b'"input":{"command":"make test"}},"rationale":{"why":"see what fails first"}}\n')

store = hence.hence_open(sys.argv[2].encode() if len(sys.argv) > 2 else b"memory:", None, None)
if not store:
    sys.exit(hence.hence_last_error().decode())
receipt = Receipt()
if hence.hence_append(store, EVENTS, len(EVENTS), ctypes.byref(receipt)) < 0:
    sys.exit(hence.hence_last_error().decode())
print(f"{receipt.accepted} recorded, {receipt.duplicates} known already")
answer = hence.hence_ask(store, b"GET", b"/api/v1/events/p-2/explain", b"text/plain", None, 0)
print(hence.hence_answer_text(answer, None).decode(), end="")
hence.hence_answer_free(answer)
hence.hence_close(store)
