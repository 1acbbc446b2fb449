// A ring stands above an open dialog: a press on it answers, and closes nothing. Nor does its own tip lie over a button of it.
import '../jsdom';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Dialog } from '#ui/overlays/Dialog';
import { RingCards } from '../../../renderer/features/calls/ring/RingCards';
import { people, roomId } from '../../gallery/fixtures';
import '../../../renderer/ui/controls/TipBubble';
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

test.each([
  ['video', 'top'],
  ['voice', 'bottom'],
] as const)(
  'the tips of a call with %s stand at the %s of their buttons, over no other way to answer',
  async (media, side) => {
    showCall(<RingCards say={() => undefined} />, {
      ...{ center: {}, acts: {}, state: {} },
      world: { callRings: [{ ...ring, media }] },
    });
    for (const name of ['Answer', 'Decline']) {
      const button = await screen.findByRole('button', { name });
      // There is as much room above as below.
      button.getBoundingClientRect = () => new DOMRect(500, 300, 180, 32);
      fireEvent.keyDown(document.body, { key: 'Tab' });
      act(() => button.focus());
      const tip = await screen.findByRole('tooltip', {}, { timeout: 20_000 });
      await waitFor(() => expect(tip.dataset.placement).toBe(side));
      act(() => button.blur());
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    }
  },
);
