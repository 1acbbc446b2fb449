// What other features use of polls. The form is fetched with its first use.
import { later } from '#app/later';

export type { PollForm } from './PollDialog';
export const NewPoll = later(async () => (await import('./NewPoll')).NewPoll);
export const PollDialog = later(async () => (await import('./PollDialog')).PollDialog);
