// The order of encoded keys is the order of IndexedDB, and every key comes back as it was.
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';

import { decodeKey, encodeKey, type IdbKey } from '#stores/indexeddb/keys';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '',
    '\0',
    '\0\0',
    'a\0',
    'a',
    'a\u001db',
    '\ud800',
    '\udfff\ud800',
    '\uffff',
    '😀',
  ),
);
const number = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 1, -1, Infinity, -Infinity, 5e-324),
);
const { key } = fc.letrec<{ key: IdbKey }>((tie) => ({
  key: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    number,
    fc.array(tie('key'), { maxLength: 4 }),
  ),
}));

test('encoded keys sort as IndexedDB sorts keys', () => {
  const reference = new IDBFactory();
  fc.assert(
    fc.property(key, key, (a, b) => {
      expect(Math.sign(Buffer.compare(encodeKey(a), encodeKey(b)))).toBe(reference.cmp(a, b));
    }),
    { numRuns: 3000 },
  );
});

test('a key comes back as it was', () => {
  const withoutMinusZero = (value: IdbKey): IdbKey =>
    typeof value === 'number'
      ? value + 0
      : typeof value === 'string'
        ? value
        : value.map(withoutMinusZero);
  fc.assert(
    fc.property(key, (value) => {
      expect(decodeKey(encodeKey(value))).toStrictEqual(withoutMinusZero(value));
    }),
    { numRuns: 2000 },
  );
});
