import type { Question } from '#contract/control';
import { followWishes } from '../../main/shell/wishes';

test('a yes that was given to an engine that is gone answers no question of the next one', async () => {
  let generation = 1;
  const watched = new Map<string, (value: unknown) => void>();
  const answered: unknown[] = [];
  const shown: { readonly question: Question; readonly say: (yes: boolean) => void }[] = [];
  const asks = {
    value: (name: string, _query: object, onValue: (value: unknown) => void) => {
      watched.set(name, onValue);
      return () => undefined;
    },
    call: async (...act: unknown[]) => void answered.push(act),
  };
  followWishes(asks as unknown as Parameters<typeof followWishes>[0], () => generation, {
    openBrowser: async () => true,
    openPage: () => null,
    confirm: (question) => new Promise((say) => shown.push({ question, say })),
  });
  const ask = (userId: string): void =>
    watched.get('question')?.({ act: 'end_account', userId, isWide: false, turn: 1 });
  ask('@one:example.org');
  generation = 2;
  ask('@other:example.org');
  expect(shown.map(({ question }) => question.userId)).toEqual([
    '@one:example.org',
    '@other:example.org',
  ]);
  shown[0]?.say(true);
  await new Promise(setImmediate);
  expect(answered).toEqual([]);
  shown[1]?.say(false);
  await new Promise(setImmediate);
  expect(answered).toEqual([['answerQuestion', { turn: 1, yes: false }]]);
});
