import { later } from '#app/later';

export { formatAhead } from './ahead';
export { dayOf as dayText } from './day';
export const DateField = later(async () => (await import('./DateField')).DateField);
export const WhenDialog = later(async () => (await import('./WhenDialog')).WhenDialog);
