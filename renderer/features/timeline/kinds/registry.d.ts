import type { TFunction } from 'i18next';
import type { Body, BodyKind, Notice, NoticeKind } from './kind';
export declare const bodyKind: (body: Body) => BodyKind<Body>;
export declare const noticeKind: ({ what }: Notice) => NoticeKind;
/** What a loaded message says in one line; empty for one that was deleted. */
export declare const messageLine: (body: Body, t: TFunction) => string;
