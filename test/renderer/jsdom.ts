// Adds the browser functions that jsdom lacks and the component library needs. Import it first in tests that open dialogs or menus.
import { configure } from '@testing-library/react';

// One second is too short for a window to open on a machine that does other things too. Only a failure waits so long.
configure({ asyncUtilTimeout: 30_000 });

const page = globalThis as { CSS?: unknown; ResizeObserver?: unknown };
page.CSS ??= {
  supports: () => false,
  escape: (text: string) => text.replace(/[^\w-]/g, (character) => `\\${character}`),
};

/** jsdom has no layout, so that no element ever changes its size. */
page.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
