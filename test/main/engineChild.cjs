// An engine for the supervisor's tests: a real process that does what `init.deviceName` and later commands say.
const send = (message) => process.send(message);
const crash = () => process.kill(process.pid, 'SIGKILL');

/** @type {Record<string, () => void>} */
const commands = {
  crash,
  leave: () => process.exit(0),
  ready: () => send({ type: 'ready' }),
  deaf: () => {
    send({ type: 'ready' });
    deaf = true;
  },
  progress: () => send({ type: 'progress' }),
  junk: () => {
    for (const message of [null, 7, {}, { type: 'log' }, { type: '__proto__' }]) send(message);
    send({ type: 'log', level: 'info', line: 'readable' });
  },
  unusable: () => {
    const error = { code: 'store_locked', message: 'In use', retryable: true };
    send({ type: 'unusable', error });
    setTimeout(() => process.exit(3), 1);
  },
  never: () => undefined,
};

let deaf = false;

process.on('message', (message) => {
  if (message.type === 'init') commands[message.deviceName]();
  if (message.type === 'contract') commands[message.message]();
  if (deaf) return;
  if (message.type === 'ping') send({ type: 'pong', id: message.id });
  if (message.type === 'stop') {
    send({ type: 'stopped' });
    // An exit code that lies: an expected stop stays one.
    process.exit(1);
  }
});
process.on('disconnect', () => process.exit(0));
