// The contract's calls. Each is a few lines that call the responsible part of the engine; the rules are there.
import { accountCalls } from './signIn/accountCalls';
import { administerCalls } from './beyond/administerCalls';
import { directoryCalls } from './beyond/directoryCalls';
import { callCalls } from './callCalls';
import { deviceCalls } from './deviceCalls';
import { encryptionCalls } from './encryptionCalls';
import { exportCalls } from './exports/exportCalls';
import { identityCalls } from './identity/identityCalls';
import { keptCalls } from './kept/keptCalls';
import { draftFileCalls } from './kept/draftFileCalls';
import { recordingCalls } from './kept/recordingCalls';
import { keyFileCalls } from './keyFileCalls';
import { linkingCalls } from './linking/linkingCalls';
import { linkCalls } from './links/linkCalls';
import { locationCalls } from './locations/locations';
import { mediaCalls } from './mediaCalls';
import { messageCalls } from './messageCalls';
import { notificationCalls } from './notificationCalls';
import { pusherCalls } from './notified/pusherCalls';
import { packCalls } from './packs/packCalls';
import type { CallParts, Calls } from './parts';
import { readingCalls } from './readingCalls';
import { registrationCalls } from './signIn/registrationCalls';
import { roomCalls } from './roomCalls';
import { addressCalls } from './self/addresses';
import { presenceCalls } from './self/presence';
import { proofCalls } from './self/proof';
import { timeZoneCalls } from './self/timeZone';
import { scheduledCalls } from './scheduled/scheduledCalls';
import { serverAdminCalls } from './serverAdmin/serverAdminCalls';
import { sendingCalls } from './sendingCalls';
import { threadCalls } from './threadCalls';
import { transferCalls } from './transferCalls';
import { treeCalls } from './treeCalls';

export function createCalls(parts: CallParts): Calls {
  return {
    ...accountCalls(parts),
    ...registrationCalls(parts),
    ...deviceCalls(parts),
    ...linkingCalls(parts),
    ...encryptionCalls(parts),
    ...keyFileCalls(parts),
    ...presenceCalls(parts),
    ...addressCalls(parts),
    ...proofCalls(parts),
    ...identityCalls(parts),
    ...timeZoneCalls(parts),
    ...roomCalls(parts),
    ...directoryCalls(parts),
    ...administerCalls(parts),
    ...serverAdminCalls(parts),
    ...sendingCalls(parts),
    ...scheduledCalls(parts),
    ...readingCalls(parts),
    ...messageCalls(parts),
    ...locationCalls(parts),
    ...packCalls(parts),
    ...threadCalls(parts),
    ...keptCalls(parts),
    ...recordingCalls(parts),
    ...draftFileCalls(parts),
    ...exportCalls(parts),
    ...notificationCalls(parts),
    ...pusherCalls(parts),
    ...mediaCalls(parts),
    ...linkCalls(parts),
    ...treeCalls(parts),
    ...transferCalls(parts),
    ...callCalls(parts),
  };
}
