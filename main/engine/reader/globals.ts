// Defines globals that the PDF library looks for on loading but needs only for drawing; imported before it. The library must take this process
// for a web page, as it does with Electron's utility process: under Node it would look for a native canvas.

class Nothing {}

for (const name of ['DOMMatrix', 'ImageData', 'Path2D'] as const)
  Reflect.set(globalThis, name, Nothing);
Object.defineProperty(process, Symbol.toStringTag, { value: 'Reader' });
