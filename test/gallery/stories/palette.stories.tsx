// The palette: before anything is typed, with rooms, people and files that answer, with acts only, with nothing found.
import { useEffect, useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { roomId } from '../fixtures';
import { foundMessages } from '../searchFixtures';

const accountId = 'account000';

/** Types into a field that React draws. */
function type(text: string): void {
  const field = document.querySelector<HTMLInputElement>('input[role="combobox"]');
  if (field === null) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function Open({ text = '' }: { readonly text?: string }) {
  const [fake] = useState(() => {
    const navigation = {
      place: 'chats',
      roomId: roomId('larkfield'),
      turn: 'content',
      collapsed: [],
    };
    const engine = createFakeEngine({
      ...exampleWorld(),
      ...{ messages: foundMessages, settings: { navigation } },
    });
    return themed(createFakeShell({ [accountId]: engine }, [accountRow(accountId)]));
  });
  useEffect(() => {
    const press = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true };
    const timers = [
      setTimeout(() => window.dispatchEvent(new KeyboardEvent('keydown', press)), 400),
      setTimeout(() => type(text), 900),
    ];
    return () => timers.forEach(clearTimeout);
  }, [text]);
  return (
    <Window fake={fake}>
      <Root />
    </Window>
  );
}

export const paletteStart = { render: () => <Open /> };
export const paletteFound = { render: () => <Open text="lark" /> };
export const paletteMessages = { render: () => <Open text="gusset" /> };
export const palettePeople = { render: () => <Open text="@o" /> };
export const paletteActs = { render: () => <Open text=">" /> };
export const paletteNone = { render: () => <Open text="#zzzz" /> };
