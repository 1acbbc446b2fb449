export { SetBack } from './SetBack';
export { StatusLine, StatusLineView, type OwnAction } from './StatusLine';
export type { Status } from './statusLine';
