import { type BodyKind, type BodyOf } from './kind';
type Redacted = BodyOf<'redacted'>;
export declare const redacted: BodyKind<Redacted>;
export {};
