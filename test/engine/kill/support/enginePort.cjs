// Loaded before the built engine in a plain Node child (`-r`): gives it process.parentPort over the child's IPC channel, and lets
// the parent order a death inside a commit. The other end is engineProcess.ts.
const { EventEmitter } = require('node:events');

// A bundle names the binary of its system (build/webpack.config.cjs), which makes a class of its own.
const databases = ['better-sqlite3', `better-sqlite3/${process.platform}-${process.arch}`].map(
  (name) => require(name),
);

const send = (frame) => {
  if (process.connected) process.send(frame);
};

/** One connection to a window; what Electron gives as MessagePortMain. */
class ChildPort extends EventEmitter {
  constructor(id) {
    super();
    this.id = id;
    this.early = [];
  }
  postMessage(message) {
    send(['port', this.id, message]);
  }
  start() {
    const early = this.early ?? [];
    this.early = null;
    for (const data of early) this.emit('message', { data });
  }
  receive(data) {
    if (this.early === null) this.emit('message', { data });
    else this.early.push(data);
  }
  close() {
    ports.delete(this.id);
  }
}

const ports = new Map();
const parentPort = new EventEmitter();
parentPort.postMessage = (message) => send(['control', message]);
Object.defineProperty(process, 'parentPort', { value: parentPort });

/**
 * `filled`: not before so much of the index of search stands in what is committed.
 * `exec`: counted are the scripts of a migration instead of the commits. An engine that is to die while it starts has it from its environment.
 * @type {{ file: string, when: 'before' | 'after', skip: number, exec?: boolean, filled?: number } | null}
 */
let doom = JSON.parse(process.env['TRELLIS_TEST_DOOM'] ?? 'null');
const die = () => process.kill(process.pid, 'SIGKILL');
let filled = 0;
/** Notes how far the index is, as the engine notes it. */
function note([name, value]) {
  if (name !== 'searchFill') return;
  const { below, of } = JSON.parse(value);
  filled = of === 0 ? 0 : 1 - below / of;
}
/** True when this commit, or this script, is the one. */
function isLast(db, exec) {
  if (doom === null || filled < (doom.filled ?? 0)) return false;
  if ((doom.exec ?? false) !== exec || !db.name.endsWith(doom.file)) return false;
  doom.skip -= 1;
  return doom.skip < 0;
}

for (const Database of databases) {
  const { prepare, exec } = Database.prototype;
  Database.prototype.exec = function execWatched(sql) {
    const last = isLast(this, true);
    if (last && doom.when === 'before') die();
    const result = exec.call(this, sql);
    if (last) die();
    return result;
  };
  Database.prototype.prepare = function prepareWatched(sql) {
    const statement = prepare.call(this, sql);
    const run = statement.run.bind(statement);
    if (sql.startsWith('INSERT INTO settings'))
      statement.run = (...args) => {
        note(args);
        return run(...args);
      };
    if (sql !== 'COMMIT') return statement;
    statement.run = (...args) => {
      const last = isLast(this, false);
      if (last && doom.when === 'before') die();
      const result = run(...args);
      if (last) die();
      return result;
    };
    return statement;
  };
}

const waiting = [];
function receive([kind, ...rest]) {
  if (kind === 'doom') [doom] = rest;
  if (kind === 'port') ports.get(rest[0])?.receive(rest[1]);
  if (kind === 'closePort') {
    const port = ports.get(rest[0]);
    ports.delete(rest[0]);
    port?.emit('close', {});
  }
  if (kind !== 'control') return;
  const [data, id] = rest;
  const port = id === null ? null : new ChildPort(id);
  if (port !== null) ports.set(id, port);
  parentPort.emit('message', { data, ports: port === null ? [] : [port] });
}
process.on('message', (frame) => {
  // Messages that come while the engine loads wait for its listener.
  if (parentPort.listenerCount('message') === 0) waiting.push(frame);
  else receive(frame);
});
parentPort.on('newListener', () => setImmediate(() => waiting.splice(0).forEach(receive)));
process.on('disconnect', () => process.exit(0));
