import type { NoticeKind } from './kind';
export declare const stateChange: NoticeKind;
