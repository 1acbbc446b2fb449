// The lines of the health page about messages that cannot be read: when a backup can still bring their keys, and when nothing can.
import { linesOf } from '#engine/crypto/health/lines';
import type { BackupFacts, Facts } from '#engine/crypto/health/facts';

const keys = { master: true, selfSigning: true, userSigning: true };
const open: BackupFacts = { version: '1', byIdentity: true, byKey: true };

function said(backup: BackupFacts | null, otherDevice: boolean) {
  const facts: Facts = {
    ...{ identity: true, replaced: false, here: keys, backup, backupOn: backup !== null },
    ...{ stored: { ...keys, key: null, backup: false }, keys: { total: 0, backedUp: 0 } },
    ...{ uploadFailure: null, thisDevice: true },
    others: otherDevice ? [{ deviceId: 'OLD', name: 'Old', signed: true }] : [],
  };
  const first = { roomId: '!room', eventId: '$before' };
  const unreadable = [{ reason: 'sent_before_sign_in_no_backup' as const, count: 1, first }];
  const lines = linesOf({ facts, storeFailure: null, unreadable, clockOffMs: null });
  const line = lines.find(({ about }) => about === 'messages');
  return { level: line?.level, fixes: line?.fixes };
}

test('messages from before are lost only where no other verified device could bring their keys', () => {
  expect(said(null, true)).toEqual({ level: 'warning', fixes: [] });
  expect(said(null, false)).toEqual({ level: 'note', fixes: [] });
  expect(said(open, true)).toEqual({ level: 'warning', fixes: ['restore'] });
});
