// What every Chromium has and jsdom has not.
globalThis.requestIdleCallback ??= (task) => setTimeout(task, 0);
globalThis.cancelIdleCallback ??= clearTimeout;
