// Runs the bundle that its argument names as a utility process runs: `process.parentPort`, and ports that come with a message. Both travel
// over the one channel of a Node child.
const listeners = [];
let toParent = () => undefined;
const port = {
  on: (_event, listener) => void (toParent = listener),
  postMessage: (message) => process.send(message),
  start: () => undefined,
};
process.parentPort = {
  on: (_event, listener) => void listeners.push(listener),
  postMessage: () => undefined,
};
process.on('message', (message) => {
  if (message === 'port') for (const listener of listeners) listener({ ports: [port] });
  else toParent({ data: message });
});
process.on('disconnect', () => process.exit(0));
require(process.argv[2]);
