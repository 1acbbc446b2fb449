// In place of the native module in the process that hears the keys of the system: signals press F9 and let it go. No test can press a
// key of the whole system. The process's own file is the first argument.
const { EventEmitter } = require('node:events');
const Module = require('node:module');

const F9 = 67;
const hook = Object.assign(new EventEmitter(), { start() {}, stop() {} });
const load = Module._load;
Module._load = (name, ...rest) =>
  name === 'uiohook-napi' ? { uIOhook: hook, UiohookKey: { F9 } } : load(name, ...rest);

const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };
process.on('SIGUSR2', () => hook.emit('keydown', { keycode: F9, ...none }));
process.on('SIGHUP', () => hook.emit('keyup', { keycode: F9, ...none }));
require(process.argv[2]);
