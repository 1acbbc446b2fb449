// Loaded before the built engine in a plain Node child (`-r`): process.parentPort over the child's IPC channel, nothing else.
const { EventEmitter } = require('node:events');

class ChildPort extends EventEmitter {
  #early = [];
  postMessage(message) {
    if (process.connected) process.send(['port', message]);
  }
  start() {
    for (const data of this.#early.splice(0)) this.emit('message', { data });
  }
  receive(data) {
    if (this.listenerCount('message') > 0) this.emit('message', { data });
    else this.#early.push(data);
  }
  close() {}
}

const port = new ChildPort();
const parentPort = new EventEmitter();
parentPort.postMessage = (message) => {
  if (process.connected) process.send(['control', message]);
};
Object.defineProperty(process, 'parentPort', { value: parentPort });
process.on('message', ([kind, data]) => {
  if (kind === 'port') port.receive(data);
  else parentPort.emit('message', { data, ports: data.type === 'attach' ? [port] : [] });
});
process.on('disconnect', () => process.exit(0));
