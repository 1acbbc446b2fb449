// The card of a file that is not shown: what it says, and which of its acts is the first.
import '../jsdom';
import { render, screen, within } from '@testing-library/react';
import type { FileRow } from '#contract/areas/files/filesModels';
import { Preview } from '../../../renderer/features/files';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { fileRow } from '../../gallery/filesFixtures';
import { media } from '../../gallery/panelsFixtures';

async function show(name: string, warnings: FileRow['warnings']): Promise<HTMLElement> {
  const file = fileRow('proofs', name, { fileKind: 'other', media: media(name), warnings });
  const none = (): void => undefined;
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <Preview
        items={[file]}
        index={0}
        onIndex={none}
        onClose={none}
        origin={() => <span>Last changed by Odile</span>}
      />
    </AccountWindow>,
  );
  return screen.findByRole('dialog', { name });
}

/** The buttons of the card, each with its look: the style sheets of tests give each class by its own name. */
const acts = (viewer: HTMLElement): string[][] =>
  within(viewer)
    .getAllByRole('button')
    .filter(({ textContent }) => textContent !== '')
    .map((button) => [
      button.textContent ?? '',
      ['primary', 'secondary', 'quiet'].filter((look) => button.classList.contains(look)).join(),
    ]);

test('a file that can run programs is saved first; opening it is the quiet act, and one sentence says why', async () => {
  const viewer = await show('stamp.jpg.exe', ['type', 'runs']);
  const note = within(viewer).getByRole('note').textContent;
  expect(note).toBe(
    'This file is made to look like something else and can run programs on your computer. Open it only if you trust who added it.',
  );
  // The card says who is to be trusted, and nothing is said twice.
  within(viewer).getByText('Last changed by Odile');
  within(viewer).getByText(/^Program/);
  expect(acts(viewer)).toEqual([
    ['Save', 'secondary'],
    ['Open anyway', 'quiet'],
  ]);
  expect(within(viewer).getAllByRole('button', { name: 'Open anyway' })).toHaveLength(1);
});

test.each([
  [
    ['runs'],
    'This file can run programs on your computer. Open it only if you trust who added it.',
  ],
  [['type'], 'This file is not what its name says. Open it only if you trust who added it.'],
  [
    ['name', 'type', 'runs'],
    'This file has a name that was cleaned, is made to look like something else, and can run programs on your computer. Open it only if you trust who added it.',
  ],
] as const)('the note of %j is a sentence', async (warnings, sentence) => {
  const viewer = await show('stamp.exe', [...warnings]);
  expect(within(viewer).getByRole('note').textContent).toBe(sentence);
});

test('a file of a kind that is not shown is opened with its program, also where only its name was cleaned', async () => {
  const viewer = await show('prices.xlsx', ['name']);
  expect(within(viewer).getByRole('note').textContent).toBe(
    'This file has a name that was cleaned. The name was too long, or had characters that hide what the file is. They are not shown.',
  );
  expect(acts(viewer)).toEqual([
    ['Save', 'secondary'],
    ['Open with its program', 'primary'],
  ]);
});

test('kind and size each keep their own direction, so that a number stays before its unit', async () => {
  const viewer = await show('prices.xlsx', []);
  const alone = [...viewer.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  expect(alone).toEqual(expect.arrayContaining(['File', '1\u00a0kB']));
});
