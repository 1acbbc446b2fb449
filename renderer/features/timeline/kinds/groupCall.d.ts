import type { NoticeKind } from './kind';
export declare const groupCall: NoticeKind;
