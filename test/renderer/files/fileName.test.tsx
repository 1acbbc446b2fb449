// Names of files where they are cut: what the file is stays in view.
import { render } from '@testing-library/react';
import { FileName } from '#ui/text/FileName';

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

test('the extension, and the last letters before it, are a part that nothing cuts', () => {
  const long = 'a'.repeat(300);
  expect(drawn(`${long}.PDF.exe`)).toEqual([`${long}.PDF.exe`, long.slice(2), 'aa.PDF.exe']);
  expect(drawn(`${long}.exe `)).toEqual([`${long}.exe `, long.slice(6), 'aaaaaa.exe ']);
  expect(drawn('ملف طويل جدا هنا.pdf')).toEqual([
    'ملف طويل جدا هنا.pdf',
    'ملف طويل جدا هنا',
    '.pdf',
  ]);
  // Beside letters from right to left the extension would stand at the other end.
  expect(drawn('ملف.pdf')).toEqual(['ملف.pdf', 'ملف', '.pdf']);
  expect(drawn('short.pdf')).toEqual(['short.pdf', 'short.pdf']);
  expect(drawn(long)).toEqual([long, long.slice(6), 'aaaaaa']);
  expect(drawn('.profile')).toEqual(['.profile', '.profile']);
  expect(drawn(`${long}.not an extension`)).toHaveLength(3);
});

test('a name of two directions goes on in the one in which its last part stands beside the first', () => {
  const dirs = (name: string) => {
    const { container, unmount } = render(<FileName>{name}</FileName>);
    const found = [...container.querySelectorAll('bdi')].map(({ dir }) => dir);
    unmount();
    return found;
  };
  expect(dirs('صورة طويلة from the summer holidays indeed.png')[0]).toBe('ltr');
  expect(dirs('ملف طويل جدا هنا.pdf')[0]).toBe('auto');
});

test('the part that stays begins with a word, not within one', () => {
  const folder = 'Subfolder with quite a long name and more with it';
  expect(drawn(folder, '').slice(1)).toEqual([folder.slice(0, -7), 'with it']);
  expect(drawn('Orchard spring leaflet-front.jpg').slice(1)).toEqual([
    'Orchard spring leaflet-',
    'front.jpg',
  ]);
});

test('the part that stays begins with no blank', () => {
  expect(drawn('The front of a shop x.zip').slice(1)).toEqual(['The front of ', 'a shop x.zip']);
  expect(drawn('The front of a shop abcde.zip').slice(1)).toEqual([
    'The front of a shop ',
    'abcde.zip',
  ]);
});

test('an extension that counts and that the name hides stands apart', () => {
  expect(drawn('invoice.PDF', 'pdf')).toEqual(['invoice.PDF', 'invoice', '.PDF']);
  expect(drawn('invoice.pdf', 'exe')).toEqual(['invoice.pdf', 'invoice.pdf', '.exe']);
  expect(drawn('Plans.2026', '')).toEqual(['Plans.2026', 'Plans.2026']);
});

test('who listens hears the name once, as one word', () => {
  const heard = (name: string, extension?: string): string => {
    const { container, unmount } = render(
      <button>
        <FileName {...(extension === undefined ? {} : { extension })}>{name}</FileName>
      </button>,
    );
    container.querySelectorAll('[aria-hidden="true"]').forEach((part) => part.remove());
    const said = container.textContent;
    unmount();
    return said;
  };
  expect(heard('late.txt', 'txt')).toBe('late.txt');
  expect(heard('a name that is longer than it fits.txt')).toBe(
    'a name that is longer than it fits.txt',
  );
  expect(heard('Plans.2026', '')).toBe('Plans.2026');
  expect(heard('invoice.pdf', 'exe')).toBe('invoice.pdf.exe');
});
