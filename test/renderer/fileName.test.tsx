// Names of files where they are cut: what the file is stays in view.
import { render } from '@testing-library/react';
import { FileName } from '../../renderer/ui/FileName';

/** The part that is cut, the part that is not, and what stands apart. */
function drawn(name: string, extension?: string): (string | null)[] {
  const { container, unmount } = render(
    <FileName {...(extension === undefined ? {} : { extension })}>{name}</FileName>,
  );
  const parts = [...container.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  const title = container.querySelector('span')?.title ?? null;
  unmount();
  return [title, ...parts];
}

test('the extension is a part of its own that nothing cuts', () => {
  const long = 'a'.repeat(300);
  expect(drawn(`${long}.PDF.exe`)).toEqual([`${long}.PDF.exe`, `${long}.PDF`, '.exe']);
  expect(drawn(`${long}.exe `)).toEqual([`${long}.exe `, long, '.exe ']);
  expect(drawn('ملف طويل جدا هنا.pdf')).toEqual([
    'ملف طويل جدا هنا.pdf',
    'ملف طويل جدا هنا',
    '.pdf',
  ]);
  expect(drawn('short.pdf')).toEqual(['short.pdf', 'short.pdf']);
  expect(drawn(long)).toEqual([long, long]);
  expect(drawn('.profile')).toEqual(['.profile', '.profile']);
  expect(drawn(`${long}.not an extension`)).toHaveLength(2);
});

test('an extension that counts and that the name hides stands apart', () => {
  expect(drawn('invoice.PDF', 'pdf')).toEqual(['invoice.PDF', 'invoice', '.PDF']);
  expect(drawn('invoice.pdf', 'exe')).toEqual(['invoice.pdf', 'invoice.pdf', '.exe']);
  expect(drawn('Plans.2026', '')).toEqual(['Plans.2026', 'Plans.2026']);
});
