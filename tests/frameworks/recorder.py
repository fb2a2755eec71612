"""Stands between a case and `hence serve`: passes OTLP on as it came, and keeps it."""

import gzip
import http.client
import http.server
import threading
import zlib

import otlp
import served


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def body(self):
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def do_POST(self):
        body = self.body()
        headers = {name: self.headers[name] for name in ("content-type", "content-encoding")
                   if name in self.headers}
        connection = http.client.HTTPConnection(self.server.hence, timeout=60)
        try:
            connection.request("POST", self.path, body, headers)
            answer = connection.getresponse()
            said = answer.read()
        finally:
            connection.close()
        with self.server.lock:
            self.server.kept.append((self.path, dict(headers), body, answer.status))
        self.send_response(answer.status)
        self.send_header("content-type", answer.headers.get("content-type", "text/plain"))
        self.send_header("content-length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)


class Recorder(served.Served):
    def __init__(self, hence):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.hence = hence
        self.server.kept = []
        self.server.lock = threading.Lock()

    def refused(self):
        return [(path, status) for path, _, _, status in self.server.kept if status != 200]

    def transport(self):
        """How the case sent: the encodings and compressions that were seen."""
        seen = set()
        for path, headers, _, _ in self.server.kept:
            kind = "json" if "json" in headers.get("content-type", "") else "protobuf"
            packed = headers.get("content-encoding")
            seen.add(f"http/{kind}" + (f" {packed}" if packed not in (None, "identity") else ""))
        return ", ".join(sorted(seen))

    def requests(self):
        """What was sent, as JSON. Metrics are left out: Hence does not keep them."""
        told = []
        for path, headers, body, _ in self.server.kept:
            path = path.rstrip("/")
            if path not in otlp.KINDS:
                continue
            packed = headers.get("content-encoding")
            body = gzip.decompress(body) if packed == "gzip" else \
                zlib.decompress(body) if packed == "deflate" else body
            told.append((path, otlp.as_json(path, headers.get("content-type", ""), body)))
        return told
