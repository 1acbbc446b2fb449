// The palette: before anything is typed, with rooms, people and files that answer, with acts only, with nothing found.
import { useEffect, useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { roomId } from '../fixtures';
import { foundMessages } from '../searchFixtures';

const accountId = 'account000';

/** Types into a field that React draws; false: it is not there yet. */
function type(text: string): boolean {
  const field = document.querySelector<HTMLInputElement>('input[role="combobox"]');
  if (field === null) return false;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

/** The keys that open it, once the window is there. */
function pressKeys(): boolean {
  if (document.querySelector('[role="tree"]') === null) return false;
  const press = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true };
  window.dispatchEvent(new KeyboardEvent('keydown', press));
  return true;
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
    const steps = [pressKeys, () => type(text)];
    const timer = setInterval(() => {
      if (steps[0]?.() === true) steps.shift();
    }, 400);
    return () => clearInterval(timer);
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
