import { type BodyKind, type BodyOf } from './kind';
type Location = BodyOf<'location'>;
export declare const location: BodyKind<Location>;
export {};
