// An open menu is light or dark as the place of its button is, also when the theme changes meanwhile.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Button } from '#ui/controls/Button';
import { MenuButton } from '#ui/overlays/Menu';

const root = document.documentElement;
afterEach(() => delete root.dataset['theme']);

test('an open menu follows a change of the theme', async () => {
  // jsdom inherits no schemes.
  const known = window.getComputedStyle.bind(window);
  jest.spyOn(window, 'getComputedStyle').mockImplementation((element, pseudo) => {
    const style = known(element, pseudo);
    return new Proxy(style, {
      get: (from, name) =>
        name === 'colorScheme' ? root.dataset['theme'] : (Reflect.get(from, name) as unknown),
    });
  });
  root.dataset['theme'] = 'light';
  render(
    <MenuButton label="More" entries={[{ id: 'one', label: 'One', onAction: () => undefined }]}>
      <Button>More</Button>
    </MenuButton>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  const menu = await screen.findByRole('menu');
  const scheme = (): string | undefined =>
    menu.closest<HTMLElement>('[style*="color-scheme"]')?.style.colorScheme;
  await waitFor(() => expect(scheme()).toBe('light'));
  act(() => void (root.dataset['theme'] = 'dark'));
  await waitFor(() => expect(scheme()).toBe('dark'));
});
