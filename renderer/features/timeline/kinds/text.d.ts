import { type BodyKind, type BodyOf } from './kind';
type Text = BodyOf<'text' | 'notice' | 'emote'>;
export declare const text: BodyKind<Text>;
export {};
