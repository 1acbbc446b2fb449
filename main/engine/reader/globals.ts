// What the library looks for when it is loaded and needs to draw only; imported before it. It takes this process for a page, as Electron's
// utility process is one to it: under Node it would look for a native canvas.

class Nothing {}

for (const name of ['DOMMatrix', 'ImageData', 'Path2D'] as const)
  Reflect.set(globalThis, name, Nothing);
Object.defineProperty(process, Symbol.toStringTag, { value: 'Reader' });
