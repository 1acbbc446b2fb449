// What jsdom lacks and the component library needs. Import it first in tests that open dialogs or menus.

const page = globalThis as { CSS?: unknown; ResizeObserver?: unknown };
page.CSS ??= {
  supports: () => false,
  escape: (text: string) => text.replace(/[^\w-]/g, (character) => `\\${character}`),
};

/** Nothing is laid out in jsdom, so nothing ever changes its size. */
page.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

export {};
