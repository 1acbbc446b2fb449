// Sentences of the interface run in its own direction; names in them are isolated, whatever script they are in.
import '../jsdom';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { addWords } from '#app/i18n';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import filePanels from '#contract/locales/filePanels.en.json';
import { TransferRowView } from '../../../renderer/features/files/transfers/TransferRowView';
import { TimelineScopeProvider } from '../../../renderer/features/timeline/context';
import { FoldRow } from '../../../renderer/features/timeline/rows/FoldRow';
import { NoticeRow } from '../../../renderer/features/timeline/rows/NoticeRow';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { transfers } from '../../gallery/panelsFixtures';

addWords(filePanels);

const name = 'نور الدين';
const noor = { userId: '@noor:example.org', name, ambiguous: false, avatar: null };
const notice = (
  key: string,
  what: NoticeItem['what'],
  more: Partial<NoticeItem> = {},
): NoticeItem => ({
  kind: 'notice',
  key,
  eventId: `$${key}`,
  what,
  actor: noor,
  target: null,
  detail: null,
  sentAtMs: 1_740_830_400_000,
  ...more,
});

function draw(what: ReactNode): void {
  const fake = createFakeShell({ a: createFakeEngine(exampleWorld()) }, [accountRow('a')]);
  render(
    <Window fake={fake}>
      <TimelineScopeProvider value={{} as never}>{what}</TimelineScopeProvider>
    </Window>,
  );
}

test.each([
  ['a notice', <NoticeRow key="n" item={notice('one', 'joined')} />],
  [
    'several notices',
    <FoldRow
      key="f"
      fold={
        {
          kind: 'fold',
          key: 'fold',
          open: false,
          sentAtMs: 1_740_830_400_000,
          notices: [notice('one', 'joined'), notice('two', 'topic_changed', { detail: 'Tea' })],
        } as never
      }
    />,
  ],
])('%s of somebody with a name from right to left keeps its order', (_what, row) => {
  draw(row);
  const sentence = screen.getByText((text) => text.includes(`\u2068${name}\u2069`));
  expect(sentence.closest('[dir="auto"]')).toBe(null);
});

test('a name cannot end what isolates it', () => {
  const left = { ...noor, name: 'Noor\u2069\u202E\u2067 and' };
  draw(<NoticeRow item={{ ...notice('one', 'joined'), actor: left }} />);
  expect(screen.getByText((text) => text.includes('\u2068Noor and\u2069'))).toBeDefined();
});

test('a file that somebody with such a name has locked says so in the order of the language', () => {
  const locked = transfers.find(({ error }) => error?.data?.['reason'] === 'locked');
  if (locked?.error == null) throw new Error('no such transfer');
  const error = { ...locked.error, data: { reason: 'locked', by: name } };
  const none = () => undefined;
  draw(
    <TransferRowView
      row={{ ...locked, error }}
      index={0}
      top={0}
      height={64}
      tabStop
      onAct={none}
      onShow={none}
      onSave={none}
    />,
  );
  const sentence = screen.getByText(`Locked by \u2068${name}\u2069. Your copy is safe`);
  expect(sentence.closest('[dir="auto"], bdi')).toBe(null);
});
