export { Composer } from './Composer';
export { previewOf } from './attachments';
export { withTicket } from './sendFile';
