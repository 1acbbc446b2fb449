import type { BodyKind, BodyOf } from './kind';
type Undecryptable = BodyOf<'undecryptable'>;
export declare const undecryptable: BodyKind<Undecryptable>;
export {};
