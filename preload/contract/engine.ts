// Everything the app can do with one account: the table of contents. Served by main/engine over a MessagePort, used by
// renderer/app. Each name is a file below `areas/`, with the calls, values and lists of its area.
import * as areas from './areas/all';
import { merge } from './wire/merge';

/*
 * The account, areas/account:
 * account       Signing in and out, the session, the state of sync.
 * registration  Making an account; a new password where the old one was forgotten.
 * linking       Signing in with another device by a code.
 * addresses     E-mail and phone of this account, and its end.
 * identity      The identity server, and people by their e-mail address.
 * proof         Showing the server once more who somebody is.
 * serverAdmin   Looking after the accounts, rooms and reports of one's own server.
 *
 * Encryption, areas/encryption:
 * encryption    The recovery key, starting over without it, what could not be decrypted.
 * health        Whether encryption is in order, line by line, and what mends it.
 * verification  Verifying people and own devices by emoji or codes.
 * devices       The devices of this account: renamed, signed out.
 *
 * Rooms and people, areas/rooms:
 * rooms         Making, entering and leaving rooms; their names and settings; the room list.
 * directory     Finding rooms, looking into them; the addresses of the own ones.
 * administer    Who may come into a room, which version it has.
 * people        The members of a room, and finding people.
 * presence      Who is here.
 *
 * Messages, areas/messages:
 * timeline      The events of a room, and what was read of them.
 * threads       Answers that stand apart from their room.
 * sending       Messages, reactions, attachments and drafts. A call answers as soon as its outbox row is durable.
 * draftFiles    Files that wait in a composer for their message.
 * scheduled     Messages that are sent later.
 * exporting     A copy of a chat in a folder of the user's.
 * kept          Messages that this account saved for itself, and reminders.
 * search        Finding messages on this computer, and how far back it holds them; rooms, people and directories by name.
 * packs         Stickers and custom emoji.
 * locations     Places that are sent, and who shares a live location.
 *
 * Files and calls, areas/files and areas/calls:
 * files         Trees, directories and their entries, and who has access to them.
 * transfers     Bytes between disks, directories and the server, and the space they take here.
 * recordings    Voice messages while they are spoken.
 * calls         Calls and group calls: signals, what rings and runs, the history. The window keeps the media.
 *
 * The whole account, areas/:
 * notifications What this account is told of, on all its devices, and was told.
 * pushers       Who else is told: apps of phones, and mail.
 * settings      Settings of this account, small JSON values.
 */
export const engine = merge(areas);
export type EngineContract = typeof engine;
