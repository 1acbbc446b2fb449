// A composer in a window over an engine in memory, with two rooms to go between; used by the composer's tests.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useMemo, useState, type ReactNode } from 'react';
import type { AccountStore } from '#app/store';
import { Composer } from '../../../renderer/features/composer';
import { RoomTimeline } from '../../../renderer/features/timeline';
import { AccountWindow, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';

export const larkfield = roomId('larkfield');
export const studio = roomId('studio');

export const inRoom = (room: string, threadId: string | null = null) => ({
  roomId: room,
  threadId,
});

export interface Opened {
  readonly engine: FakeEngine;
  readonly store: AccountStore;
  readonly go: (room: string) => void;
}

let go: (room: string) => void = () => undefined;

function Rooms({ timeline }: { readonly timeline: boolean }): ReactNode {
  const [room, setRoom] = useState(larkfield);
  go = setRoom;
  const conversation = useMemo(() => inRoom(room), [room]);
  return (
    <main>
      {timeline && <RoomTimeline conversation={conversation} />}
      <Composer conversation={conversation} />
    </main>
  );
}

export const field = (): Promise<HTMLTextAreaElement> =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^(Encrypted message|Message) to / });

export async function open(
  change: (engine: FakeEngine) => void = () => undefined,
  timeline = false,
  onShell: (shell: FakeShell) => void = () => undefined,
): Promise<Opened> {
  const engine = createFakeEngine(exampleWorld());
  change(engine);
  let store: AccountStore | null = null;
  render(
    <AccountWindow
      engine={engine}
      onShell={onShell}
      onStore={(made) => {
        store = made;
      }}
    >
      <Rooms timeline={timeline} />
    </AccountWindow>,
  );
  await field();
  if (store === null) throw new Error('no store');
  return { engine, store, go: (room) => act(() => go(room)) };
}

export async function type(text: string): Promise<HTMLTextAreaElement> {
  const area = await field();
  area.focus();
  fireEvent.change(area, { target: { value: text } });
  area.setSelectionRange(text.length, text.length);
  fireEvent.select(area);
  return area;
}

export const callsOf = (engine: FakeEngine, name: string): Record<string, unknown>[] =>
  engine.calls
    .filter((call) => call.name === name)
    .map(({ input }) => input as Record<string, unknown>);
