// The place Search: before anything is asked, with hits, with nothing found; and the search beside a chat, of which more can be fetched.
import { useEffect, useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, themed, Window } from '../fakeApp';
import { createFakeEngine, exampleWorld, type World } from '../fakeEngine';
import { at, roomId } from '../fixtures';
import { foundMessages, foundOnServer } from '../searchFixtures';

const accountId = 'account000';

/** Types into a field that React draws. */
function type(text: string): void {
  const fields = ['search-field', 'room-search-field'].map((id) => `#${id} input, input#${id}`);
  const field = document.querySelector<HTMLInputElement>(fields.join(', '));
  if (field === null) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function Searching({
  text = '',
  world = {},
  inRoom = false,
  onServer = false,
  opened = false,
}: {
  readonly text?: string;
  readonly world?: Partial<World>;
  readonly inRoom?: boolean;
  /** The server is asked, too. */
  readonly onServer?: boolean;
  /** The first hit is opened. */
  readonly opened?: boolean;
}) {
  const [fake] = useState(() => {
    const place = inRoom ? 'chats' : 'search';
    const navigation = { place, roomId: roomId('larkfield'), turn: 'content', collapsed: [] };
    const settings = { navigation };
    const engine = createFakeEngine({
      ...exampleWorld(),
      messages: foundMessages,
      settings,
      ...world,
    });
    return themed(createFakeShell({ [accountId]: engine }, [accountRow(accountId)]));
  });
  useEffect(() => {
    const timers = [
      setTimeout(() => {
        if (!inRoom) return;
        const keys = { key: 'f', code: 'KeyF', ctrlKey: true, bubbles: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', keys));
      }, 400),
      setTimeout(() => type(text), 900),
      setTimeout(() => {
        if (!onServer) return;
        const buttons = [...document.querySelectorAll('button')];
        buttons.find(({ textContent }) => textContent === 'Search on the server')?.click();
      }, 1_800),
      setTimeout(() => {
        if (opened) document.querySelector<HTMLElement>('[data-hit]')?.click();
      }, 1_900),
    ];
    return () => timers.forEach(clearTimeout);
  }, [inRoom, text, onServer, opened]);
  return (
    <Window fake={fake}>
      <Root />
    </Window>
  );
}

export const searchStart = { render: () => <Searching /> };
export const search = { render: () => <Searching text="gusset" /> };
export const searchNarrowed = {
  render: () => <Searching text="from:priya has:file after:2026-10-01 gusset" />,
};
export const searchServer = {
  render: () => <Searching text="gusset" onServer world={{ onServer: foundOnServer }} />,
};
export const searchNone = { render: () => <Searching text="nowhere" /> };
export const searchRoomStart = { render: () => <Searching inRoom /> };
export const searchRoomOpened = { render: () => <Searching inRoom text="gusset" opened /> };
export const searchRoom = {
  render: () => (
    <Searching
      inRoom
      text="gusset"
      world={{
        searchCoverage: { filling: 0.42, room: { complete: false, sinceMs: at(9, 0, 30) } },
      }}
    />
  ),
};
