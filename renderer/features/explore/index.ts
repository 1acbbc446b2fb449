import { later } from '#app/later';

export const Explore = later(async () => (await import('./Explore')).Explore);
export const PeekPane = later(async () => (await import('./PeekPane')).PeekPane);
