import { later } from '#app/later';

export { useUndoSeconds } from './undoTime';
export const SendLater = later(async () => (await import('./SendLater')).SendLater);
export const ScheduledBar = later(async () => (await import('./ScheduledBar')).ScheduledBar);
export const UndoSetting = later(async () => (await import('./UndoSetting')).UndoSetting);
