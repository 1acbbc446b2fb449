export { Composer } from './Composer';
export { previewFor } from './files/preview';
