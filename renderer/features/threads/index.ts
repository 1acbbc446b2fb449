import { later } from '#app/later';

export const ThreadPanel = later(async () => (await import('./ThreadPanel')).ThreadPanel);
export const ThreadsPanel = later(async () => (await import('./ThreadsPanel')).ThreadsPanel);
export const ThreadsPlace = later(async () => (await import('./ThreadsPlace')).ThreadsPlace);
export const ThreadNews = later(async () => (await import('./ThreadNews')).ThreadNews);
export { UnreadThreadsRow } from './UnreadThreadsRow';
