// The palette: before anything is typed, with rooms, people and files that answer, with acts only, with nothing found.
import { useEffect, useState } from 'react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { roomId } from '../fixtures';
import { foundMessages } from '../searchFixtures';
import { inTurn, typeInto } from './steps';

const accountId = 'account000';

/** False: the field is not there yet. */
function type(text: string): boolean {
  const field = document.querySelector<HTMLInputElement>('input[role="combobox"]');
  if (field !== null) typeInto(field, text);
  return field !== null;
}

/** The keys that open it, once the window is there. */
function pressKeys(): boolean {
  if (document.querySelector('[role="tree"]') === null) return false;
  const press = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true };
  window.dispatchEvent(new KeyboardEvent('keydown', press));
  return true;
}

interface OpenProps {
  readonly text?: string;
  readonly messages?: typeof foundMessages;
}

function Open({ text = '', messages = foundMessages }: OpenProps) {
  const [fake] = useState(() => {
    const navigation = {
      place: 'chats',
      roomId: roomId('larkfield'),
      turn: 'content',
      collapsed: [],
    };
    const engine = createFakeEngine({
      ...exampleWorld(),
      ...{ messages, settings: { navigation } },
    });
    return themed(createFakeShell({ [accountId]: engine }, [accountRow(accountId)]));
  });
  useEffect(() => inTurn([pressKeys, () => type(text)], 400), [text]);
  return (
    <Window fake={fake}>
      <Root />
    </Window>
  );
}

export const paletteStart = { render: () => <Open /> };
export const paletteFound = { render: () => <Open text="lark" /> };
export const paletteMessages = { render: () => <Open text="gusset" /> };
/** A setting by another word for it. */
export const paletteSettings = { render: () => <Open text="quiet" messages={[]} /> };
/** Somebody whose name runs the other way. */
export const paletteTwoWays = {
  render: () => (
    <Open
      text="gusset"
      messages={foundMessages.map((hit, at) =>
        at === 1 ? hit : { ...hit, sender: { ...hit.sender, name: 'דנה לוי' } },
      )}
    />
  ),
};
export const palettePeople = { render: () => <Open text="@o" /> };
export const paletteActs = { render: () => <Open text=">" /> };
export const paletteNone = { render: () => <Open text="#zzzz" /> };
