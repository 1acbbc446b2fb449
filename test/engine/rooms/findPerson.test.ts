// Whether an address belongs to anybody: what the server's profiles say of it, and when they say nothing.
import { codeOf } from '#engine/http/errors';
import { createProfiles, findPerson } from '#engine/rooms/profile';
import { appFailure } from '#contract/wire/errors';
import type { Http, HttpRequest } from '#engine/http/http';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const refusal = (status: number, errcode: string | null) =>
  appFailure(codeOf(status, errcode), 'refused', { data: { status, errcode } });

async function find(userId: string, answer: unknown) {
  const asked: HttpRequest[] = [];
  const request = async (one: HttpRequest) => {
    asked.push(one);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const profiles = createProfiles({ request } as unknown as Http);
  const found = await findPerson(temp.store, profiles, userId, '@alice:own.example');
  expect(asked).toMatchObject([{ method: 'GET', retry: 'none' }]);
  expect(asked[0]?.timeoutMs).toBeLessThanOrEqual(10_000);
  return found;
}

const nobody = refusal(404, 'M_NOT_FOUND');

test.each([
  ['is there', '@bob:own.example', { displayname: 'Bob' }, 'there'],
  ['is there without a name', '@bob:far.example', {}, 'there'],
  ['is nobody of the own server', '@bbob:own.example', nobody, 'nobody'],
  ['has no row there', '@bbob:own.example', refusal(404, 'M_UNKNOWN'), 'nobody'],
  ['a bridge of the own server makes when it is invited', '@irc_bob:own.example', nobody, 'unsure'],
  ['another server does not know', '@bbob:far.example', nobody, 'unsure'],
  ['another server is not reached for', '@bob:far.example', refusal(502, 'M_UNKNOWN'), 'unsure'],
  ['the own server keeps to itself', '@bob:own.example', refusal(403, 'M_FORBIDDEN'), 'unsure'],
  ['the own server fails at', '@bob:own.example', refusal(500, 'M_UNKNOWN'), 'unknown'],
  ['a page of a proxy answers for', '@bob:own.example', refusal(404, null), 'unknown'],
  ['the server limits', '@bob:far.example', refusal(429, 'M_LIMIT_EXCEEDED'), 'unknown'],
  ['no network leads to', '@bob:far.example', appFailure('offline', 'offline'), 'unknown'],
  ['takes too long', '@bob:far.example', appFailure('timeout', 'timeout'), 'unknown'],
])('somebody who %s', async (_what, userId, answer, found) => {
  expect((await find(userId, answer)).found).toBe(found);
});

test('a person who is found has the name of the profile', async () => {
  expect(await find('@bob:own.example', { displayname: 'Bob' })).toEqual({
    found: 'there',
    person: { userId: '@bob:own.example', name: 'Bob', ambiguous: false, avatar: null },
  });
});
