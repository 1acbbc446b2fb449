import { later } from '#app/later';

export const SetBack = later(async () => (await import('./SetBackCard')).SetBack);
export { StatusLine, StatusLineView, type OwnAction } from './StatusLine';
export type { Status } from './statusLine';
