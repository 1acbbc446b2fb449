// The place Search: before anything is asked, with hits, with nothing found; and the search beside a chat, of which more can be fetched.
import { useEffect, useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld, type World } from '../fakes/fakeEngine';
import { at, roomId } from '../fixtures';
import { foundInFolders, foundMessages, foundOnServer } from '../searchFixtures';
import { inTurn, typeInto } from './steps';

const accountId = 'account000';

const fieldsOf = ['search-field', 'room-search-field'].map((id) => `#${id} input, input#${id}`);
const fieldSelector = fieldsOf.join(', ');

const buttonNamed = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

function press(element: Element | null | undefined): boolean {
  if (element instanceof HTMLElement) element.click();
  return element !== null && element !== undefined;
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
  useEffect(
    () =>
      inTurn([
        () => !inRoom || press(document.querySelector('[aria-label^="Search this chat"]')),
        () => {
          const field = document.querySelector<HTMLInputElement>(fieldSelector);
          if (field !== null) typeInto(field, text);
          return field !== null;
        },
        () => !onServer || press(buttonNamed('Search on the server')),
        () => !opened || press(document.querySelector('[data-hit]')),
      ]),
    [inRoom, text, onServer, opened],
  );
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
export const searchFrom = { render: () => <Searching text="gusset from:" /> };
export const searchIn = { render: () => <Searching text='in:"pr' /> };
export const searchRoomFrom = { render: () => <Searching inRoom text="gusset from:o" /> };
export const searchServer = {
  render: () => <Searching text="gusset" onServer world={{ onServer: foundOnServer }} />,
};
export const searchInFile = { render: () => <Searching text="glue fold" /> };
export const searchFolders = {
  render: () => <Searching text="rhubarb" world={{ messages: foundInFolders }} />,
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
