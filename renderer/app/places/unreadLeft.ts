// Keeps the unread place of rooms that the reader left without having seen the first unread message, by room, until the reader sees or
// closes it. Knows nothing of the views.
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';
import { useAccountState } from '../context';

const createUnreadLeft = () => new Map<string, UnreadPlace>();

/** The places of this account; one and the same map for all. */
export const useUnreadPlaces = (): Map<string, UnreadPlace> => useAccountState(createUnreadLeft);
