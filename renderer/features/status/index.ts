export { StatusLine, StatusLineView } from './StatusLine';
export type { Status, StatusAction } from './statusLine';
