"""A server in a thread of its own, for a `with`."""

import threading


class Served:
    """Whoever derives from it makes `server`."""

    def __enter__(self):
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(10)
