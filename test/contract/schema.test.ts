import { types } from 'node:util';
import { z as zod } from 'zod';
import { engine } from '../../preload/contract/engine';
import { z } from '../../preload/contract/schema';

test('a schema made later judges and says what zod does', () => {
  const id = z.string().min(2).max(5);
  const kinds = z.enum(['a', 'b']);
  const base = z.object({ id, kinds: z.array(kinds).max(2), n: z.number().int().default(1) });
  const late = z.discriminatedUnion('type', [
    base.extend({ type: z.literal('x'), more: z.record(z.string(), z.json()).nullable() }),
    z.object({ type: z.literal('y'), id: id.optional() }),
  ]);
  const at = zod.object({
    id: zod.string().min(2).max(5),
    kinds: zod.array(zod.enum(['a', 'b'])).max(2),
    n: zod.number().int().default(1),
  });
  const now = zod.discriminatedUnion('type', [
    at.extend({
      type: zod.literal('x'),
      more: zod.record(zod.string(), zod.json()).nullable(),
    }),
    zod.object({ type: zod.literal('y'), id: zod.string().min(2).max(5).optional() }),
  ]);
  const inputs: unknown[] = [
    { type: 'x', id: 'abc', kinds: ['a'], more: null, unknown: 1 },
    { type: 'x', id: 'abc', kinds: ['a', 'b', 'a'], more: {} },
    { type: 'x', id: 'a', kinds: ['c'], n: 1.5, more: { deep: [undefined] } },
    { type: 'y' },
    { type: 'z' },
    null,
  ];
  for (const input of inputs)
    expect(JSON.stringify(late.safeParse(input))).toBe(JSON.stringify(now.safeParse(input)));
});

test('nothing of the wrapper is left in what is made, so that checking costs what it costs', () => {
  const inner = z.object({ a: z.string() });
  const outer = z.object({ list: z.array(inner), one: inner.nullable() });
  const members = [outer, Reflect.get(outer.shape.list, 'element'), outer.shape.one.unwrap()];
  expect(members.map((member: unknown) => types.isProxy(member))).toEqual([true, false, false]);
});

test('every schema of the contract can be made', () => {
  const { calls, values, lists } = engine;
  const schemas = [
    ...Object.values(calls).flatMap(({ input, output }) => [input, output]),
    ...Object.values(values).flatMap(({ query, value }) => [query, value]),
    ...Object.values(lists).flatMap(({ query, item }) => [query, item]),
  ];
  for (const schema of schemas) expect(schema.safeParse(Symbol('nothing')).success).toBe(false);
});
