import type { NoticeKind } from './kind';
export declare const call: NoticeKind;
