// The slash commands: their names, the permission that each needs, and the engine calls that carry them out. No React.
import type { ParseKeys } from 'i18next';
import words from '#contract/locales/commands.en.json';
import type { ErrorPlace } from '#app/errors';
import type { EngineCall } from '#app/hooks';
import { roomAddress } from '#app/places/links';
import { newRequestId } from '#app/requestId';
import type { Result } from '#app/result';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { part, trimmed, type Marked } from './mentions';

export { words };

type Permissions = RoomHeader['permissions'];

export interface CommandDeps {
  readonly call: EngineCall;
  readonly roomId: string;
  readonly openRoom: (roomId: string) => void;
}

/** Null: the text after the command does not fit it. */
type Act = (deps: CommandDeps, rest: Marked) => Promise<Result<unknown>> | null;

interface Acting {
  readonly name: string;
  /** One line each: the arguments (null: none) and the effect. */
  readonly args: ParseKeys | null;
  readonly help: ParseKeys;
  readonly needs: keyof Permissions;
  readonly act: Act;
  /** Set if its failures have messages of their own. */
  readonly place?: ErrorPlace;
}

/** A command that changes how its text is sent (command.ts). */
type Sending = Omit<Acting, 'act'> & { readonly act: null };

export type Command = Acting | Sending;

const userIdShape = /^@[^\s:]+:\S+$/;

/** The person at the beginning of the text, mentioned or given as a user id, and the rest of the text. */
function personAndRest(rest: Marked): { readonly userId: string; readonly more: string } | null {
  const [first] = rest.mentions;
  if (first?.start === 0 && userIdShape.test(first.id))
    return { userId: first.id, more: rest.text.slice(first.end).trim() };
  const [word = '', ...more] = rest.text.split(/\s+/);
  return userIdShape.test(word) ? { userId: word, more: more.join(' ') } : null;
}

const onPerson =
  (act: (deps: CommandDeps, userId: string, more: string) => Promise<Result<unknown>>): Act =>
  (deps, rest) => {
    const person = personAndRest(rest);
    return person === null ? null : act(deps, person.userId, person.more);
  };

const onText =
  (act: (deps: CommandDeps, text: string) => Promise<Result<unknown>>): Act =>
  (deps, { text }) =>
    text === '' ? null : act(deps, text);

/** Shortens a reason to the length that the engine accepts. */
const reasonOf = (more: string): string | null => (more === '' ? null : more.slice(0, 500));

/** Opens the room in the answer of the call. */
async function opening(
  { openRoom }: CommandDeps,
  answer: Promise<Result<{ readonly roomId: string }>>,
): Promise<Result<unknown>> {
  const result = await answer;
  if (result.ok) openRoom(result.output.roomId);
  return result;
}

const join: Act = (deps, { text }) => {
  const address = roomAddress(text);
  return address === null ? null : opening(deps, deps.call('joinRoom', address));
};

const message = onPerson((deps, userId) =>
  opening(
    deps,
    deps.call('createRoom', {
      ...{ requestId: newRequestId(), name: null, topic: null, invite: [userId] },
      ...{ direct: true, encrypted: true, public: false },
    }),
  ),
);

const role = (level: number | null): Act =>
  onPerson(({ call, roomId }, userId) =>
    call('setPowerLevel', { roomId, userIds: [userId], level }),
  );

const person = 'commands.person';
const personReason = 'commands.personReason';
const text = 'commands.text';

/** All commands, in the order in which they are offered. */
const all: readonly Command[] = [
  { name: 'me', args: text, help: 'commands.me', needs: 'send', act: null },
  { name: 'plain', args: text, help: 'commands.plain', needs: 'send', act: null },
  { name: 'spoiler', args: text, help: 'commands.spoiler', needs: 'send', act: null },
  { name: 'shrug', args: text, help: 'commands.shrug', needs: 'send', act: null },
  { name: 'msg', args: person, help: 'commands.msg', needs: 'send', act: message },
  {
    ...{ name: 'invite', args: person, help: 'commands.invite', needs: 'invite' },
    act: onPerson(({ call, roomId }, userId) => call('invite', { roomId, userIds: [userId] })),
  },
  {
    ...{ name: 'remove', args: personReason, help: 'commands.remove', needs: 'kick' },
    act: onPerson(({ call, roomId }, userId, more) =>
      call('kick', { roomId, userId, reason: reasonOf(more) }),
    ),
  },
  {
    ...{ name: 'ban', args: personReason, help: 'commands.ban', needs: 'ban' },
    act: onPerson(({ call, roomId }, userId, more) =>
      call('ban', { roomId, userId, reason: reasonOf(more) }),
    ),
  },
  {
    ...{ name: 'unban', args: person, help: 'commands.unban', needs: 'ban' },
    act: onPerson(({ call, roomId }, userId) => call('unban', { roomId, userId })),
  },
  { name: 'op', args: person, help: 'commands.op', needs: 'setRoles', act: role(50) },
  { name: 'deop', args: person, help: 'commands.deop', needs: 'setRoles', act: role(null) },
  {
    ...{ name: 'topic', args: text, help: 'commands.topic', needs: 'setTopic' },
    act: onText(({ call, roomId }, topic) => call('setTopic', { roomId, topic })),
  },
  {
    ...{ name: 'roomname', args: text, help: 'commands.roomname', needs: 'rename' },
    act: onText(({ call, roomId }, name) => call('renameRoom', { roomId, name })),
  },
  {
    ...{ name: 'join', args: 'commands.address', help: 'commands.join', needs: 'send' },
    ...{ act: join, place: 'joinRoom' },
  },
  {
    ...{ name: 'leave', args: null, help: 'commands.leave', needs: 'send' },
    act: ({ call, roomId }, rest) => (rest.text === '' ? call('leaveRoom', { roomId }) : null),
  },
];

/** Names of the same commands in other clients. */
const otherNames: Readonly<Record<string, string>> = {
  kick: 'remove',
  part: 'leave',
  query: 'msg',
};

/** The commands that this account may use in the room and whose names begin with `start`. */
export const commandsFor = (may: Permissions, start: string): readonly Command[] =>
  all.filter(
    ({ name, needs }) =>
      may[needs] &&
      (name.startsWith(start) ||
        (start.length > 1 &&
          Object.entries(otherNames).some(
            ([other, own]) => own === name && other.startsWith(start),
          ))),
  );

export interface Typed {
  readonly name: string;
  /** Null: no such command exists, or this account may not use it. */
  readonly command: Command | null;
  readonly rest: Marked;
}

/** Null if the text does not begin with a slash and a word of letters, and so is no command. */
export function typedCommand(written: Marked, may: Permissions): Typed | null {
  const whole = trimmed(written);
  const [, name = ''] = /^\/([a-z]{1,20})(?=\s|$)/i.exec(whole.text) ?? [];
  if (name === '') return null;
  const wanted = otherNames[name.toLowerCase()] ?? name.toLowerCase();
  const command = all.find((one) => one.name === wanted && may[one.needs]) ?? null;
  return { name, command, rest: trimmed(part(whole, name.length + 1)) };
}
