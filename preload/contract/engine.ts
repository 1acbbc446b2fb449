// Everything the app can do with one account: the table of contents. Served by main/engine over a MessagePort, used by renderer/app.
import { account } from './areas/account/account';
import { addresses } from './areas/account/addresses';
import { registration } from './areas/account/registration';
import { encryption } from './areas/encryption/encryption';
import { identity } from './areas/account/identity';
import { health } from './areas/encryption/health';
import { verification } from './areas/encryption/verification';
import { devices } from './areas/encryption/devices';
import { linking } from './areas/account/linking';
import { rooms } from './areas/rooms/rooms';
import { people } from './areas/rooms/people';
import { presence } from './areas/rooms/presence';
import { pushers } from './areas/pushers';
import { proof } from './areas/account/proof';
import { directory } from './areas/rooms/directory';
import { administer } from './areas/rooms/administer';
import { serverAdmin } from './areas/account/serverAdmin';
import { timeline } from './areas/messages/timeline';
import { threads } from './areas/messages/threads';
import { kept } from './areas/messages/kept';
import { recordings } from './areas/files/recordings';
import { search } from './areas/messages/search';
import { packs } from './areas/messages/packs';
import { sending } from './areas/messages/sending';
import { scheduled } from './areas/messages/scheduled';
import { files } from './areas/files/files';
import { locations } from './areas/messages/locations';
import { notifications } from './areas/notifications';
import { transfers } from './areas/files/transfers';
import { calls } from './areas/calls/calls';
import { settings } from './areas/settings';
import { contract } from './wire/shapes';

/*
 * account     Signing in and out, the session, the state of sync.
 * registration Making an account; a new password where the old one was forgotten.
 * addresses   E-mail and phone of this account, and its end.
 * encryption  The recovery key, starting over without it, what could not be decrypted.
 * health      Whether encryption is in order, line by line, and what mends it.
 * verification Verifying people and own devices by emoji or codes.
 * devices     The devices of this account: renamed, signed out.
 * linking     Signing in with another device by a code.
 * rooms       Making, entering and leaving rooms; their names and settings; the room list.
 * directory   Finding rooms, looking into them; the addresses of the own ones.
 * administer  Who may come into a room, which version it has.
 * identity    The identity server, and people by their e-mail address.
 * people      The members of a room, and finding people.
 * presence    Who is here.
 * proof       Showing the server once more who somebody is.
 * timeline    The events of a room, and what was read of them.
 * threads     Answers that stand apart from their room.
 * kept        Messages that this account saved for itself, and reminders.
 * recordings  Voice messages while they are spoken.
 * search      Finding messages on this computer, and how far back it holds them; rooms, people and directories by name.
 * sending     Messages, reactions, attachments and drafts. A call answers as soon as its outbox row is durable.
 * scheduled   Messages that are sent later.
 * packs       Stickers and custom emoji.
 * locations   Places that are sent, and who shares a live location.
 * files       Trees, directories and their entries, and who has access to them.
 * transfers   Bytes between disks, directories and the server, and the space they take here.
 * calls       Calls and group calls: signals, what rings and runs, the history. The window keeps the media.
 * notifications What this account is told of, on all its devices, and was told.
 * pushers     Who else is told: apps of phones, and mail.
 * settings    Settings of this account, small JSON values.
 */
export const engine = contract({
  calls: {
    ...account.calls,
    ...addresses.calls,
    ...identity.calls,
    ...registration.calls,
    ...encryption.calls,
    ...health.calls,
    ...verification.calls,
    ...devices.calls,
    ...linking.calls,
    ...rooms.calls,
    ...directory.calls,
    ...administer.calls,
    ...serverAdmin.calls,
    ...people.calls,
    ...presence.calls,
    ...proof.calls,
    ...timeline.calls,
    ...threads.calls,
    ...kept.calls,
    ...recordings.calls,
    ...search.calls,
    ...sending.calls,
    ...scheduled.calls,
    ...packs.calls,
    ...locations.calls,
    ...files.calls,
    ...transfers.calls,
    ...calls.calls,
    ...notifications.calls,
    ...pushers.calls,
    ...settings.calls,
  },
  values: {
    ...account.values,
    ...addresses.values,
    ...identity.values,
    ...registration.values,
    ...encryption.values,
    ...health.values,
    ...verification.values,
    ...devices.values,
    ...linking.values,
    ...rooms.values,
    ...directory.values,
    ...administer.values,
    ...people.values,
    ...presence.values,
    ...proof.values,
    ...threads.values,
    ...kept.values,
    ...recordings.values,
    ...search.values,
    ...sending.values,
    ...files.values,
    ...transfers.values,
    ...calls.values,
    ...notifications.values,
    ...settings.values,
  },
  lists: {
    ...rooms.lists,
    ...people.lists,
    ...timeline.lists,
    ...threads.lists,
    ...kept.lists,
    ...search.lists,
    ...packs.lists,
    ...locations.lists,
    ...scheduled.lists,
    ...notifications.lists,
    ...files.lists,
    ...transfers.lists,
    ...calls.lists,
  },
});
export type EngineContract = typeof engine;
