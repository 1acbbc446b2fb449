"""Runs Synapse as tests need it: one of them, or with `--forks SOCKET` a process that has loaded its code and forks a server for each
connection to that socket (Synapse's own tests do so: synapse/app/complement_fork_starter.py). Loading is three quarters of a start."""

import ctypes
import gc
import json
import os
import selectors
import signal
import socket
import sys
import traceback

# Synapse collects garbage at times of its own once it runs; Python's own way while it loads costs a seventh of the start.
gc.disable()


def end_with_parent():
    """Synapse must not outlive the process that started it, even one that was killed: Linux sends it SIGTERM then."""
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)
    except Exception:
        pass


def adapt():
    from synapse.storage.engines.sqlite import Sqlite3Engine
    from synapse.synapse_rust.rendezvous import RendezvousHandler as Meeting

    opened = Sqlite3Engine.on_new_connection

    def on_new_connection(engine, connection):
        opened(engine, connection)
        # It need not outlive a power cut: without waiting for the disk after each of its many small commits an event takes half the
        # time. Its end loses nothing.
        connection.execute("PRAGMA synchronous = OFF")
        # Two devices that meet there have a minute, less than a busy machine may take for a browser's pages: ten here.
        server = sys.modules["synapse.server"]
        server.RendezvousHandler = lambda homeserver: Meeting(homeserver, ttl=600_000)

    Sqlite3Engine.on_new_connection = on_new_connection


def run(arguments):
    from synapse.app.homeserver import main

    sys.argv = ["synapse", *arguments]
    main()


def take_priority(request):
    """That of who asked. A session of its own: Linux may share the processor among sessions first, and by priority only within one."""
    os.setsid()
    os.nice(max(0, request["priority"] - os.getpriority(os.PRIO_PROCESS, 0)))
    if request["group"] <= 0:
        return
    try:
        with open("/proc/self/autogroup", "w") as group:
            group.write(str(request["group"]))
    except OSError:
        # Not on this system, or too often for who is not root.
        pass


def run_forked(connection, inherited, reactor, request, parent):
    """In the child. What it prints goes to who asked for it, its process id first."""
    status = 1
    try:
        end_with_parent()
        if os.getppid() != parent:
            # It ended before we asked to be told.
            return
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        take_priority(request)
        os.dup2(connection.fileno(), 1)
        os.dup2(connection.fileno(), 2)
        os.write(1, b"%d\n" % os.getpid())
        for one in inherited:
            one.close()
        from twisted.internet.epollreactor import EPollReactor

        reactor._install_real_reactor(EPollReactor())
        run(request["arguments"])
        status = 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            # Not through the finalizers of the parent's loop.
            os._exit(status)


class Forks:
    """One connection is one server: its first line says how to start it, its end ends it, and its last line is how the server ended."""

    def __init__(self, path, reactor):
        self.reactor = reactor
        self.path = path
        self.pid = os.getpid()
        self.servers = {}
        self.selector = selectors.DefaultSelector()
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(path)
        self.door.listen(64)
        self.ended, wakeup = socket.socketpair()
        for one in (self.ended, wakeup):
            one.setblocking(False)
        self.wakeup = wakeup
        signal.set_wakeup_fd(wakeup.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self.end)
        # Of a terminal, which tells all: who started this one says when it ends.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.selector.register(self.door, selectors.EVENT_READ, self.accept)
        self.selector.register(self.ended, selectors.EVENT_READ, self.reap)

    def end(self, *_):
        """The system ends the servers then. A child that is told so before it is one only ends itself."""
        if os.getpid() == self.pid:
            try:
                os.unlink(self.path)
            except OSError:
                pass
        os._exit(0)

    def serve(self):
        while True:
            for key, _ in self.selector.select():
                key.data(key.fileobj)

    def accept(self, door):
        connection, _ = door.accept()
        self.selector.register(connection, selectors.EVENT_READ, self.read)

    def read(self, connection):
        try:
            text = connection.recv(65536)
        except OSError:
            text = b""
        pid = next((pid for pid, one in self.servers.items() if one is connection), None)
        if text and pid is None:
            self.start(connection, json.loads(text))
        elif not text:
            if pid is not None:
                os.kill(pid, signal.SIGTERM)
            self.close(connection)

    def start(self, connection, request):
        inherited = [key.fileobj for key in self.selector.get_map().values()]
        try:
            pid = os.fork()
        except OSError:
            # Who asked loads it then.
            return self.close(connection)
        if pid == 0:
            run_forked(connection, [*inherited, self.wakeup, self.selector], self.reactor, request, self.pid)
        self.servers[pid] = connection

    def reap(self, ended):
        try:
            ended.recv(4096)
        except BlockingIOError:
            pass
        while self.servers:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return
            connection = self.servers.pop(pid)
            try:
                # One who does not read must not hold up the others.
                connection.send(b"\0%d\n" % os.waitstatus_to_exitcode(status), socket.MSG_DONTWAIT)
            except OSError:
                pass
            self.close(connection)

    def close(self, connection):
        if connection.fileno() < 0:
            return
        self.selector.unregister(connection)
        connection.close()


def main():
    end_with_parent()
    if sys.argv[1:2] != ["--forks"]:
        adapt()
        return run(sys.argv[1:])
    from synapse.app.complement_fork_proxied_reactor import ProxiedReactor
    from twisted.internet.main import installReactor

    reactor = ProxiedReactor()
    installReactor(reactor)
    import synapse.app.homeserver  # noqa: F401

    adapt()
    gc.freeze()
    forks = Forks(sys.argv[2], reactor)
    print("ready", flush=True)
    forks.serve()


main()
