import { later } from '#app/later';

export { AskField, mayAsk, takesRequests, useAsking } from './Asking';
export const AskToJoin = later(async () => (await import('./AskToJoin')).AskToJoin);
export const Explore = later(async () => (await import('./Explore')).Explore);
export const PeekPane = later(async () => (await import('./PeekPane')).PeekPane);
