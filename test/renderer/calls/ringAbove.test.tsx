// A ring stands above an open dialog: a press on it answers, and closes nothing. Nor does a tip of its own lie over it.
import '../jsdom';
import { act, fireEvent, screen } from '@testing-library/react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Dialog } from '#ui/overlays/Dialog';
import { RingCards } from '../../../renderer/features/calls/ring/RingCards';
import { people, roomId } from '../../gallery/fixtures';
import { showCall, withoutPlayers } from './showCall';

beforeAll(withoutPlayers);

const ring: CallRing = {
  ...{ callId: 'rings', roomId: roomId('dm-priya'), roomName: '', caller: people.priya },
  // Silently: nothing is heard here.
  ...{ group: false, waiting: true, startedMs: 1, ringsUntilMs: 9e15 },
  ...{ media: 'voice', leftOut: false },
};

for (const role of ['alertdialog', 'dialog'] as const)
  test(`a ring is answered above a ${role} with what was typed in it`, async () => {
    const center = { answer: jest.fn() };
    const onClose = jest.fn();
    const asking = (
      <Dialog key="asks" title="New chat" isOpen onClose={onClose} role={role}>
        <input aria-label="Room name" />
      </Dialog>
    );
    const rings = <RingCards key="rings" say={() => undefined} />;
    const { engine } = showCall([asking, rings], { center, acts: {}, state: {}, world: {} });
    await screen.findByRole('textbox', { name: 'Room name' });
    act(() => engine.update({ callRings: [ring] }));
    const answer = await screen.findByRole('button', { name: 'Answer' });
    fireEvent.pointerDown(answer);
    fireEvent.mouseDown(answer);
    fireEvent.pointerUp(answer);
    fireEvent.mouseUp(answer);
    fireEvent.click(answer);
    expect(center.answer).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
  });

test('the keys of a ring stand in its buttons, where no tip lies over the card', async () => {
  showCall(<RingCards say={() => undefined} />, {
    ...{ center: {}, acts: {}, state: {} },
    world: { callRings: [{ ...ring, media: 'video' }] },
  });
  for (const [name, letter] of [
    ['Answer', 'A'],
    ['Decline', 'D'],
  ] as const) {
    const button = await screen.findByRole('button', { name });
    expect(button.textContent).toBe(`${name}Ctrl+Shift+${letter}`);
    expect(button.getAttribute('aria-keyshortcuts')).toBe(`Control+Shift+${letter}`);
  }
});
