// A menu whose entries change while it is open: a message that was on its way has arrived.
import '../jsdom';
import { render, screen } from '@testing-library/react';
import { ContextMenu, inGroups, type MenuEntry } from '#ui/overlays/Menu';

const entry = (id: string): MenuEntry => ({ id, label: id, onAction: () => undefined });
const menu = (...groups: string[][]) => (
  <ContextMenu
    label="Message"
    entries={inGroups(...groups.map((group) => group.map(entry)))}
    at={{ x: 1, y: 1 }}
    onClose={() => undefined}
  />
);
const shown = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

test('what comes in before and between the entries that are there is shown, in its order', async () => {
  const drawn = render(menu([], ['save file'], [], ['about'], ['cancel']));
  await screen.findByRole('menuitem', { name: 'cancel' });
  const late = [
    ['reply'],
    ['link', 'save file', 'forward'],
    ['keep'],
    ['source', 'about'],
    ['end'],
  ];
  drawn.rerender(menu(...late));
  await screen.findByRole('menuitem', { name: 'end' });
  expect(shown()).toEqual(late.flat());
  expect(screen.getAllByRole('separator')).toHaveLength(4);
});
