// Somebody asked somebody to verify them in a room: a line that says so. What follows of it says nothing to people. Must not take part in it.
import { effective } from '../events/relations';
import type { NoticeKind } from './kind';

export const verificationRequest = 'm.key.verification.request';

export const verification: NoticeKind = {
  shows: 'notice',
  eventTypes: ['m.room.message'],
  isState: false,
  claims(event) {
    const { content } = effective(event);
    if (event.redactedBy !== null || content['msgtype'] !== verificationRequest) return null;
    const { to } = content;
    return {
      what: 'verification_asked',
      target: typeof to === 'string' ? to : null,
      detail: null,
    };
  },
};
