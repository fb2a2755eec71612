"""Records a run of pytest, and fails it when the agent's decisions do not hold.

    pytest --hence --hence-store .hence --hence-max-brier 0.25 --hence-max-drift coder=notable

The run of pytest is a session, and each test is a run of its own, named as pytest names it. What
the agent records in a test stands in that run. Without `--hence` nothing is done at all.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

import hence_trace as hence

FLUSH_SECONDS = 30.0


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("hence", "recording with Hence")
    group.addoption("--hence", action="store_true", help="record the run")
    group.addoption("--hence-store", default=None, metavar="STORE", help="where to record")
    group.addoption("--hence-session", default=None, metavar="NAME", help="the name of the session")
    group.addoption(
        "--hence-max-brier",
        type=float,
        default=None,
        metavar="X",
        help="fail when the decisions are calibrated worse than this Brier score",
    )
    group.addoption(
        "--hence-max-drift",
        action="append",
        default=[],
        metavar="AGENT=BAND",
        help="fail when the agent's latest session drifts beyond this band",
    )


class _Recording:
    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._session: hence.Session | None = None
        self._scopes: dict[str, hence.Scope] = {}
        self._reports: dict[str, str] = {}
        self.lines: list[str] = []
        self.failed = False

    def pytest_sessionstart(self) -> None:
        hence.open(self._config.getoption("--hence-store"), agent="pytest")
        name = self._config.getoption("--hence-session") or None
        self._session = hence.session(name, goal="the tests pass")
        self._session.__enter__()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, None]:
        scope = hence.run(item.nodeid)
        scope.parent = None
        start = scope._recorder.record("prompt", {"text": item.nodeid}, scope=scope)
        with start:
            yield
            said = self._reports.pop(item.nodeid, None)
            hence.record(
                "session_end", {"status": "success" if said is None else "failure", "output": said}
            )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            last = str(report.longrepr).strip().splitlines()
            self._reports[report.nodeid] = last[-1] if last else "failed"
            hence.error(f"{report.when}: {self._reports[report.nodeid]}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self._session is not None:
            self._session.__exit__(None, None, None)
        done = hence.flush(timeout=FLUSH_SECONDS)
        told = f"{done.stored} events stored, {done.spooled} spooled, {done.dropped} dropped"
        self.lines.append(told if done.error is None else f"{told}: {done.error}")
        limit = self._config.getoption("--hence-max-brier")
        if limit is not None:
            self._check("calibration", lambda: hence.calibration(max_brier=limit))
        for given in self._config.getoption("--hence-max-drift"):
            agent, _, band = given.partition("=")
            self._check(f"drift of {agent}", lambda a=agent, b=band: hence.drift(a, max=b))
        if self.failed and exitstatus in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _check(self, name: str, ask: Any) -> None:
        try:
            answer = ask()
            if answer.exit_status != 0:
                self.failed = True
                self.lines += [f"{name}: beyond the limit", *answer.text.strip().splitlines()]
        except hence.HenceError as error:
            self.failed = True
            self.lines.append(f"{name}: {error}")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("hence")
        for line in self.lines:
            terminalreporter.write_line(line)


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--hence") and not config.pluginmanager.hasplugin("hence-recording"):
        config.pluginmanager.register(_Recording(config), "hence-recording")


@pytest.fixture
def hence_run() -> hence.Scope:
    """The place of this test in the record."""
    return hence.current()
