import fc from 'fast-check';
import { applyOps, diff, splitOps, type Op } from '#contract/wire/ops';
import { byteSize, isEqual, plainProblem } from '#contract/wire/plain';

interface Row {
  readonly key: string;
  readonly text: string;
}

const row = (key: string, text = key): Row => ({ key, text });
const rows = (...keys: string[]): Row[] => keys.map((key) => row(key));

/** Lists with few keys, so that moves, updates and duplicates are common. */
const anyList = fc.array(
  fc.record({ key: fc.constantFrom(...'abcdefghij'), text: fc.constantFrom('x', 'y', 'z') }),
  { maxLength: 14 },
);
const uniqueList = fc.uniqueArray(
  fc.record({ key: fc.constantFrom(...'abcdefghijklmnop'), text: fc.constantFrom('x', 'y') }),
  { selector: (item) => item.key, maxLength: 16 },
);

/** Items that neither moved nor changed, by the slow textbook way. */
function longestCommon(a: readonly Row[], b: readonly Row[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const line = table[i];
      if (line === undefined) continue;
      line[j] = isEqual(a[i], b[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at(0, 0);
}

const inserted = (ops: readonly Op<Row>[]): number =>
  ops.reduce((sum, op) => sum + (op.op === 'splice' ? op.ins.length : 0), 0);

describe('diff and applyOps', () => {
  test('any list becomes any other list, duplicates of keys included', () => {
    fc.assert(
      fc.property(anyList, anyList, (a, b) => {
        expect(applyOps(a, diff(a, b))).toEqual(b);
      }),
      { numRuns: 2000 },
    );
  });

  test('with unique keys no item that kept its place and content is sent again', () => {
    fc.assert(
      fc.property(uniqueList, uniqueList, (a, b) => {
        expect(inserted(diff(a, b))).toBeLessThanOrEqual(b.length);
        // Matching is by key first, so only a list without content changes has to reach the optimum.
        const same = b.map((item) => a.find((old) => old.key === item.key) ?? item);
        expect(inserted(diff(a, same))).toBe(same.length - longestCommon(a, same));
      }),
      { numRuns: 1000 },
    );
  });

  test('the everyday changes are one splice each', () => {
    const list = rows('a', 'b', 'c');
    expect({
      same: diff(list, rows('a', 'b', 'c')),
      append: diff(list, rows('a', 'b', 'c', 'd')),
      prepend: diff(list, rows('z', 'a', 'b', 'c')),
      remove: diff(list, rows('a', 'c')),
      update: diff(list, [row('a'), row('b', 'B'), row('c')]),
      truncate: diff(list, rows('a')),
      clear: diff(list, []),
      fill: diff([], list),
    }).toEqual({
      same: [],
      append: [{ op: 'splice', at: 3, del: 0, ins: rows('d') }],
      prepend: [{ op: 'splice', at: 0, del: 0, ins: rows('z') }],
      remove: [{ op: 'splice', at: 1, del: 1, ins: [] }],
      update: [{ op: 'splice', at: 1, del: 1, ins: [row('b', 'B')] }],
      truncate: [{ op: 'splice', at: 1, del: 2, ins: [] }],
      clear: [{ op: 'splice', at: 0, del: 3, ins: [] }],
      fill: [{ op: 'splice', at: 0, del: 0, ins: list }],
    });
  });

  test('a move is a removal and an insertion, the rest stays', () => {
    expect(diff(rows('a', 'b', 'c', 'd'), rows('d', 'a', 'b', 'c'))).toEqual([
      { op: 'splice', at: 0, del: 0, ins: rows('d') },
      { op: 'splice', at: 4, del: 1, ins: [] },
    ]);
  });

  test('an op that does not fit is refused', () => {
    const splice = (at: number, del: number): Op<Row> => ({ op: 'splice', at, del, ins: [] });
    for (const op of [splice(3, 0), splice(0, 3), splice(-1, 0), splice(0, -1), splice(NaN, 0)]) {
      expect(() => applyOps(rows('a', 'b'), [op])).toThrow(RangeError);
    }
  });
});

describe('splitOps', () => {
  test('pieces give the same list and stay under the limit', () => {
    const item = fc.record({
      key: fc.string({ maxLength: 8 }),
      text: fc.string({ maxLength: 60 }),
    });
    const lists = fc.array(item, { maxLength: 60 });
    fc.assert(
      fc.property(lists, lists, fc.boolean(), (a, b, whole) => {
        const ops: Op<Row>[] = whole ? [{ op: 'reset', items: b }] : diff(a, b);
        const groups = splitOps(ops, 1500);
        expect(applyOps(a, groups.flat())).toEqual(b);
        for (const group of groups) expect(byteSize(group)).toBeLessThanOrEqual(1600);
      }),
      { numRuns: 300 },
    );
  });

  test('an empty reset is still one message', () => {
    expect(splitOps([{ op: 'reset', items: [] }], 1000)).toEqual([[{ op: 'reset', items: [] }]]);
  });
});

describe('plain data', () => {
  test('equality agrees with JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(isEqual(a, structuredClone(a))).toBe(true);
        const same = JSON.stringify(a) === JSON.stringify(b);
        if (same) expect(isEqual(a, b)).toBe(true);
        else if (isEqual(a, b)) expect(sorted(a)).toBe(sorted(b));
      }),
    );
  });

  test('bytes are compared by content', () => {
    expect(isEqual(new Uint8Array([1, 2]), new Uint8Array([1, 2]))).toBe(true);
    expect(isEqual(new Uint8Array([1, 2]), new Uint8Array([1, 3]))).toBe(false);
    expect(isEqual(new Uint8Array([1, 2]), { 0: 1, 1: 2 })).toBe(false);
  });

  test('the size of a message is never judged too small', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        // Control characters are escaped in JSON and one byte on the port; everything else counts at least as in JSON.
        const bytes = Buffer.byteLength(text.replace(/\\u[0-9a-f]{4}|\\./g, 'x'));
        expect(byteSize(value)).toBeGreaterThanOrEqual(bytes - 16);
      }),
    );
  });

  test('what is not plain, or is a trap, is named', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    let deep: unknown = 1;
    for (let i = 0; i < 1000; i += 1) deep = [deep];
    const accessor = Object.defineProperty({}, 'x', {
      enumerable: true,
      get: () => {
        throw new Error('trap');
      },
    });
    expect(
      [
        { a: [1, 'x', null, true, undefined, new Uint8Array(4)] },
        cyclic,
        deep,
        new Array(1_000_000_000),
        'x'.repeat(600_000),
        new Map(),
        new Date(0),
        () => 1,
        1n,
        new Uint16Array(4),
        accessor,
      ].map(plainProblem),
    ).toEqual([
      null,
      'nested too deeply',
      'nested too deeply',
      'too large',
      'too large',
      'not plain data',
      'not plain data',
      'not plain data',
      'not plain data',
      'not plain data',
      'unreadable',
    ]);
  });
});

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
