export { Composer } from './Composer';
export { previewOf } from './files/attachments';
export { withTicket } from './files/sendFile';
