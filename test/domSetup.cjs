// Adds functions that every Chromium has and jsdom lacks.
globalThis.requestIdleCallback ??= (task) => setTimeout(task, 0);
globalThis.cancelIdleCallback ??= clearTimeout;

// Testing Library prints the whole page for each look that finds nothing, also while it waits: most of the time of these tests. A
// failure names what was looked for; `screen.debug()` prints the page.
const { configure } = require('@testing-library/dom');

configure({
  getElementError: (message) =>
    Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});

// React keeps a stack for each of the first 10,000 elements that it makes in a second, for the words of its warnings: a sixth of the
// processor time of these tests. To it there were so many already; where a later version counts elsewhere, nothing happens.
const inReact =
  require('react').__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE ?? {};
Object.defineProperty(inReact, 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {
    // It begins anew each second.
  },
});
