// Notices of what the reader did, and of what was done to them, call the reader by no name.
import '../jsdom';
import { render } from '@testing-library/react';
import { OwnUserId } from '../../../renderer/features/timeline/html/Link';
import type { Notice } from '../../../renderer/features/timeline/kinds/kind';
import { stateChange } from '../../../renderer/features/timeline/kinds/stateChange';
import { createI18n } from '#app/i18n';
import { WordsProvider } from '#app/words';
import { at, people } from '../../gallery/fixtures';
import '../../support/allWords';

const { odile, priya, tomas } = people;
const View = stateChange.View;

function said(what: Notice['what'], more: Partial<Notice> = {}): string {
  const item: Notice = {
    kind: 'notice',
    key: '$n',
    eventId: '$n',
    what,
    actor: odile,
    target: null,
    detail: null,
    sentAtMs: at(9, 0),
    ...more,
  };
  const { container } = render(
    <WordsProvider i18n={createI18n('en')}>
      <OwnUserId value={odile.userId}>
        <View item={item} />
      </OwnUserId>
    </WordsProvider>,
  );
  return container.textContent.replace(/[\u2068\u2069]/g, '');
}

test.each<[string, Notice['what'], Partial<Notice>]>([
  ['You created the conversation', 'created', {}],
  ['You left: bye', 'left', { detail: 'bye' }],
  ['You invited Tomas Okafor', 'invited', { target: tomas }],
  ['You asked to join', 'knocked', {}],
  ['You asked to join: “It is Odile”', 'knocked', { detail: 'It is Odile' }],
  ['Priya Venn declined your request to join', 'knock_declined', { actor: priya, target: odile }],
  ['You changed your picture', 'avatar_changed', {}],
  ['You are now called Odile', 'renamed_self', { detail: 'Odile' }],
  ['You removed your name', 'renamed_self', {}],
  ['You made yourself a moderator', 'role_changed', { target: odile, detail: 'moderator' }],
  ['Priya Venn invited you', 'invited', { actor: priya, target: odile }],
  ['Priya Venn removed you', 'kicked', { actor: priya, target: odile }],
  ['Priya Venn withdrew your invitation', 'invite_withdrawn', { actor: priya, target: odile }],
  ['Priya Venn changed your role', 'role_changed', { actor: priya, target: odile }],
  [
    'Priya Venn and you verified each other',
    'verification_asked',
    { actor: priya, target: odile, detail: 'done' },
  ],
  ['Priya Venn changed their picture', 'avatar_changed', { actor: priya }],
  ['Priya Venn invited Tomas Okafor', 'invited', { actor: priya, target: tomas }],
  [
    `Priya Venn (${priya.userId}) invited Tomas Okafor (${tomas.userId})`,
    'invited',
    { actor: { ...priya, ambiguous: true }, target: { ...tomas, ambiguous: true } },
  ],
])('%s', (words, what, more) => {
  expect(said(what, more)).toBe(words);
});
