import { later } from '#app/later';

export const LinkPanel = later(async () => (await import('./LinkPanel')).LinkPanel);
export const LinkRow = later(async () => (await import('./LinkRow')).LinkRow);
export const KeysPage = later(async () => (await import('./KeysPage')).KeysPage);
