// The three shapes a contract is made of. If something fits none of them, the design is wrong.
import type { z } from 'zod';

export interface CallShape<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly shape: 'call';
  readonly input: I;
  readonly output: O;
}

export interface ValueShape<Q extends z.ZodType = z.ZodType, V extends z.ZodType = z.ZodType> {
  readonly shape: 'value';
  readonly query: Q;
  readonly value: V;
}

export interface ListShape<Q extends z.ZodType = z.ZodType, T extends z.ZodType = z.ZodType> {
  readonly shape: 'list';
  readonly query: Q;
  readonly item: T;
}

export interface Contract {
  readonly calls: Readonly<Record<string, CallShape>>;
  readonly values: Readonly<Record<string, ValueShape>>;
  readonly lists: Readonly<Record<string, ListShape>>;
}

/** One request, one answer or one error. */
export const call = <I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
): CallShape<I, O> => ({
  shape: 'call',
  input,
  output,
});

/** A subscription that delivers the whole value, again after every change. */
export const value = <Q extends z.ZodType, V extends z.ZodType>(
  query: Q,
  of: V,
): ValueShape<Q, V> => ({
  shape: 'value',
  query,
  value: of,
});

/** A subscription that delivers `reset`, then `splice` ops. Items carry a stable `key`. */
export const list = <Q extends z.ZodType, T extends z.ZodType>(
  query: Q,
  item: T,
): ListShape<Q, T> => ({
  shape: 'list',
  query,
  item,
});

export const contract = <const C extends Contract>(shape: C): C => shape;

export type CallInput<C extends Contract, K extends keyof C['calls']> = z.input<
  C['calls'][K]['input']
>;
export type CallArgs<C extends Contract, K extends keyof C['calls']> = z.output<
  C['calls'][K]['input']
>;
export type CallOutput<C extends Contract, K extends keyof C['calls']> = z.output<
  C['calls'][K]['output']
>;
export type ValueQuery<C extends Contract, K extends keyof C['values']> = z.output<
  C['values'][K]['query']
>;
export type ValueOf<C extends Contract, K extends keyof C['values']> = z.output<
  C['values'][K]['value']
>;
export type ListQuery<C extends Contract, K extends keyof C['lists']> = z.output<
  C['lists'][K]['query']
>;
export type ListItem<C extends Contract, K extends keyof C['lists']> = z.output<
  C['lists'][K]['item']
>;
