export { StatusLine, StatusLineView } from './StatusLine';
export { statusOf, showsAfterMs, type Status, type StatusAction } from './statusLine';
