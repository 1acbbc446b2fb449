// Buttons that are drawn as they look until their picture stands.
import '../jsdom';
import { fireEvent, render, screen } from '@testing-library/react';
import { Phone } from 'lucide-react';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { LiveAfterPaint } from '#ui/controls/still';
import { MenuButton } from '#ui/overlays/Menu';

test('what looks like a button is one as soon as its picture stands, and looks the same', async () => {
  const pressed = jest.fn();
  const { container } = render(
    <LiveAfterPaint>
      <IconButton label="Call" icon={Phone} onPress={pressed} isDisabled={false} />
      <MenuButton label="More" entries={[]}>
        <Button>More</Button>
      </MenuButton>
    </LiveAfterPaint>,
  );
  const looks = () =>
    [...container.children].map(({ className, innerHTML }) => [className, innerHTML]);
  const before = looks();
  expect(screen.queryByRole('button')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Call' }));
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'More' }).getAttribute('aria-haspopup')).toBe('true');
  expect(looks()).toEqual(before);
});
