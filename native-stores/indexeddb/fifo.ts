// Owns a first-in-first-out queue with constant cost at both ends (Array.shift moves everything).

export interface Fifo<T> {
  readonly push: (item: T) => void;
  readonly shift: () => T | undefined;
  readonly peek: () => T | undefined;
  readonly isEmpty: () => boolean;
}

export function createFifo<T>(): Fifo<T> {
  let items: T[] = [];
  let head = 0;
  return {
    push(item) {
      items.push(item);
    },
    shift() {
      const item = items[head];
      if (head >= items.length) return undefined;
      head += 1;
      if (head === items.length) {
        items = [];
        head = 0;
      } else if (head > 64 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
    peek: () => items[head],
    isEmpty: () => head >= items.length,
  };
}
