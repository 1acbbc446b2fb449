// The dialogs of polls, for other features. Each is loaded with its first use.
import { later } from '#app/later';

export type { PollForm } from './PollDialog';
export const NewPoll = later(async () => (await import('./NewPoll')).NewPoll);
export const PollDialog = later(async () => (await import('./PollDialog')).PollDialog);
