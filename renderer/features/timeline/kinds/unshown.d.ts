import { type BodyKind, type BodyOf } from './kind';
type Unshown = BodyOf<'invalid' | 'unsupported'>;
export declare const unshown: BodyKind<Unshown>;
export {};
