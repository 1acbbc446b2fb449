// What every Chromium has and jsdom has not.
globalThis.requestIdleCallback ??= (task) => setTimeout(task, 0);
globalThis.cancelIdleCallback ??= clearTimeout;

// Testing Library prints the whole page for each look that finds nothing, also while it waits: most of the time of these tests. A
// failure names what was looked for; `screen.debug()` prints the page.
const { configure } = require('@testing-library/dom');

configure({
  getElementError: (message) =>
    Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});
