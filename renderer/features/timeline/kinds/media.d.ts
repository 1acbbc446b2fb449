import type { BodyKind, BodyOf } from './kind';
type Media = BodyOf<'image' | 'video' | 'audio' | 'file'>;
export declare const media: BodyKind<Media>;
export {};
