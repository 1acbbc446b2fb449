import fc from 'fast-check';
import { z as zod } from 'zod';
import { toJSONSchema } from 'zod/mini';
import { engine } from '#contract/engine';
import { z } from '#contract/wire/schema';
import type { Contract } from '#contract/wire/shapes';
import { shell } from '#contract/shell';

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
  const said = ({ success, data, error }: zod.ZodSafeParseResult<unknown>) =>
    JSON.stringify([success, data, error?.issues]);
  for (const input of inputs) expect(said(late.safeParse(input))).toBe(said(now.safeParse(input)));
});

/** The element schema of an array, or the inner schema of a nullable one. */
function innerOf(schema: zod.ZodType): zod.ZodType {
  const { element, innerType } = schema._zod.def as unknown as Record<string, zod.ZodType>;
  const inner = element ?? innerType;
  if (inner === undefined) throw new Error('made of nothing');
  return inner;
}

/** Whether zod made it. */
const isMade = (schema: unknown): boolean => Object.hasOwn(schema as object, '_zod');

test('nothing of the wrapper is left in what is made, so that checking costs what it costs', () => {
  const inner = z.object({ a: z.string() });
  const outer = z.object({ list: z.array(inner), one: inner.nullable() });
  const { list, one } = outer.shape;
  const members = [outer, list, innerOf(list), one, innerOf(one)];
  expect(members.map(isMade)).toEqual([false, true, true, true, true]);
});

const contractSchemas: zod.ZodType[] = [engine, shell].flatMap((contract: Contract) => [
  ...Object.values(contract.calls).flatMap(({ input, output }) => [input, output]),
  ...Object.values(contract.values).flatMap(({ query, value }) => [query, value]),
  ...Object.values(contract.lists).flatMap(({ query, item }) => [query, item]),
]);

test('every schema of the contract can be made', () => {
  for (const schema of contractSchemas)
    expect(schema.safeParse(Symbol('nothing')).success).toBe(false);
});

/** The schema that zod made, which knows nothing of descriptions. */
const zodsOwn = (schema: zod.ZodType): zod.ZodType => innerOf(schema.nullable());

const primitives = [null, undefined, '', 'x', 0, 1, -1, 0.5, 2 ** 60, NaN, Infinity, true, [], {}];

/** Mostly right for the schema, with a wrong or odd part here and there. */
function inputFor(schema: zod.ZodType): fc.Arbitrary<unknown> {
  const json = toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  return fc.oneof({ weight: 20, arbitrary: rightFor(json) }, fc.constantFrom(...primitives));
}

type Json = zod.core.JSONSchema.BaseSchema;

function rightFor(json: Json): fc.Arbitrary<unknown> {
  const odd = fc.constantFrom<unknown>(...primitives);
  const inner = (part: unknown): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 60, arbitrary: rightFor(part as Json) }, odd);
  const choices = json.anyOf ?? json.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(inner));
  if (json.const !== undefined) return fc.constant(json.const);
  if (json.enum !== undefined) return fc.constantFrom<unknown>(...json.enum);
  switch (json.type) {
    case 'string':
      return json.pattern === undefined
        ? fc.string({ maxLength: Math.min(json.maxLength ?? 20, 300) })
        : fc.oneof(fc.stringMatching(new RegExp(json.pattern)), fc.constantFrom('!a', '$', '@b'));
    case 'integer':
      return fc.oneof(fc.integer({ min: -2, max: 600 }), fc.constant(2 ** 53));
    case 'number':
      return fc.double();
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(inner(json.items ?? {}), { maxLength: 4 });
    case 'object':
      return fc
        .record(
          Object.fromEntries(
            Object.entries(json.properties ?? {}).map(([key, part]) => [key, inner(part)]),
          ),
          { requiredKeys: json.required ?? [] },
        )
        .chain((value) =>
          fc.boolean().map((extra) => (extra ? { ...value, unknown: [1] } : value)),
        );
    default:
      return odd;
  }
}

test('what is accepted without zod is what zod accepts, with the same copy', () => {
  let accepted = 0;
  for (const schema of contractSchemas) {
    const judge = zodsOwn(schema);
    expect([schema, judge].map(isMade)).toEqual([false, true]);
    fc.assert(
      fc.property(inputFor(judge), (input) => {
        const [ours, zods] = [schema.safeParse(input), judge.safeParse(input)];
        expect(ours.success).toBe(zods.success);
        expect(ours.data).toStrictEqual(zods.data);
        // The receiver must not share objects with the sender.
        expect(ours.data === input).toBe(zods.data === input);
        if (ours.success && typeof ours.data === 'object') accepted += 1;
      }),
      { numRuns: 8, seed: 1 },
    );
  }
  expect(accepted).toBeGreaterThan(300);
});

test('what a start is asked first is judged without zod', async () => {
  await jest.isolateModulesAsync(async () => {
    jest.doMock('#contract/wire/zodSchemas', () => {
      throw new Error('zod was loaded');
    });
    const control = await import('#contract/control');
    const { lists, values } = (await import('#contract/engine')).engine;
    const init = {
      type: 'init',
      accountId: 'a',
      profileFolder: '/p',
      storeKey: new Uint8Array(32),
      appVersion: '1',
      deviceName: 'd',
      logLevel: 'info',
      locale: 'en',
    };
    expect(control.readToEngine({ ...init, unknown: 1 })).toEqual(init);
    const attach = { type: 'attach', connection: 1, first: false };
    expect(control.readToEngine(attach)).toEqual(attach);
    const rooms = { text: '', collapsed: ['rooms'], limit: 200 };
    const timeline = { roomId: '!a:b', threadId: null, around: null, limit: 50 };
    expect(lists.rooms.query.safeParse(rooms)).toEqual({ success: true, data: rooms });
    expect(lists.timeline.query.safeParse(timeline)).toEqual({ success: true, data: timeline });
    expect(values.session.query.safeParse({})).toEqual({ success: true, data: {} });
    expect(() => control.readToEngine({ ...init, storeKey: new Uint8Array(31) })).toThrow(
      'zod was loaded',
    );
  });
});
