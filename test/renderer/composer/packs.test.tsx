// Packs of emoji and stickers in Settings and in a room's settings; and what becomes of a chosen file, as far as no canvas is needed.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import {
  contentBox,
  isMoving,
  shortcodeFrom,
  within as fitted,
} from '../../../renderer/features/packs/shapes';
import { RoomPacks } from '../../../renderer/features/packs/RoomPacks';
import { Root } from '../../../renderer/features/shell';
import { accountRow, AccountWindow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { examplePacks } from '../../gallery/fakes/fakePacks';
import { roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

/** jsdom draws no picture. */
const smallPicture = jest.fn();
jest.mock('../../../renderer/features/packs/picture', () => ({
  smallPicture: (file: File) => smallPicture(file) as unknown,
}));

const accountId = 'account000';
const room = roomId('larkfield');

async function openSettings(): Promise<FakeEngine> {
  const place = { place: 'settings', roomId: null, turn: 'content', collapsed: [] };
  const engine = createFakeEngine({
    ...exampleWorld(),
    managedPacks: examplePacks(room),
    settings: { navigation: place },
  });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('tab', { name: 'Emoji and stickers' }));
  await screen.findByText('Packs of rooms');
  return engine;
}

const press = (name: string | RegExp, at: HTMLElement = document.body): void => {
  fireEvent.click(within(at).getByRole('button', { name }));
};

test('the own pack: a short name is changed, a picture used for less and removed, the pack renamed and removed', async () => {
  const engine = await openSettings();
  const pictures = screen.getByRole('list', { name: 'Pictures of Your pack' });
  press('What to do with heron', pictures);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Change short name' }));
  const rename = await screen.findByRole('dialog', { name: 'Change short name' });
  const field = within(rename).getByLabelText('Short name');
  fireEvent.change(field, { target: { value: 'grey heron' } });
  press('Save', rename);
  await within(rename).findByText(/letters from a to z, digits, - and _ only/);
  fireEvent.change(field, { target: { value: 'well_done' } });
  press('Save', rename);
  await within(rename).findByText(/Another picture of this pack/);
  fireEvent.change(field, { target: { value: ':grey_heron:' } });
  press('Save', rename);
  await screen.findByText(':grey_heron:');
  expect(called(engine, 'renamePackImage')).toEqual([
    { pack: 'own', shortcode: 'heron', to: 'grey_heron' },
  ]);

  press('What to do with grey_heron', pictures);
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Sticker only' }));
  await waitFor(() =>
    expect(called(engine, 'setPackImageUses')).toEqual([
      { pack: 'own', shortcode: 'grey_heron', emoticon: false, sticker: true },
    ]),
  );
  press('What to do with well_done', pictures);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove picture' }));
  await waitFor(() => expect(screen.queryByText(':well_done:')).toBeNull());

  press('What to do with Your pack');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Rename pack' }));
  const name = await screen.findByRole('dialog', { name: 'Rename the pack' });
  fireEvent.change(within(name).getByLabelText('Name of the pack'), {
    target: { value: 'Pond life' },
  });
  press('Save', name);
  await screen.findByRole('heading', { name: 'Pond life' });
  press('What to do with Pond life');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove pack' }));
  const sure = await screen.findByRole('alertdialog', { name: /Remove the pack .*Pond life/ });
  press('Remove pack', sure);
  await screen.findByText('No pictures yet.');
});

test('of several files each is added by itself: one that cannot be is named, and the others are there', async () => {
  const engine = await openSettings();
  const added: unknown[] = [];
  engine.answers.addPackImage = ({ shortcode }) => {
    added.push(shortcode);
    return {};
  };
  const picture = { bytes: new Uint8Array(8), mimeType: 'image/png', width: 8, height: 8 };
  smallPicture.mockImplementation(async ({ name }: File) =>
    name.startsWith('no') ? 'unreadable' : picture,
  );
  const files = ['one.png', 'none.png', 'two.png'].map((name) => new File(['x'], name));
  const [field] = screen.getAllByTestId('pack-pictures');
  if (field === undefined) throw new Error('no field');
  fireEvent.change(field, { target: { files } });
  const failures = await screen.findByRole('alert');
  expect(failures.textContent).toBe('none.png: This is no picture that can be read.');
  await waitFor(() => expect(added).toEqual(['one', 'two']));
});

test('packs of rooms: used in all rooms, changed where that is allowed, looked at where not; what fails says so', async () => {
  const engine = await openSettings();
  const switches = screen.getAllByRole<HTMLInputElement>('switch', { name: 'In all rooms' });
  expect(switches.map(({ checked }) => checked)).toEqual([true, false]);
  engine.answers.usePackEverywhere = () => {
    throw appFailure('offline', 'away');
  };
  fireEvent.click(switches[1] as HTMLElement);
  await screen.findByRole('alert');
  delete engine.answers.usePackEverywhere;
  fireEvent.click(switches[1] as HTMLElement);
  await waitFor(() =>
    expect(called(engine, 'usePackEverywhere').at(-1)).toEqual({
      ...{ pack: '!other:garden.example ', on: true },
    }),
  );
  press(/^Look at .*Print shop/);
  const look = await screen.findByRole('dialog', { name: 'Print shop' });
  within(look).getByText(':press:');
  expect(within(look).queryByRole('button', { name: 'Add pictures' })).toBeNull();
  press('Done', look);
  press(/^Change .*Birds of the estuary/);
  const birds = await screen.findByRole('dialog', { name: 'Birds of the estuary' });
  within(birds).getByRole('button', { name: 'Add pictures' });
  within(birds).getByText('Emoji only');
});

test('a room gets a pack from its settings; without the right there is no such button', async () => {
  const engine = createFakeEngine(exampleWorld());
  const draw = (may: boolean) => (
    <AccountWindow engine={engine}>
      <RoomPacks roomId={room} may={may} />
    </AccountWindow>
  );
  const { rerender } = render(draw(false));
  await screen.findByText('This room has no pack.');
  expect(screen.queryByRole('button', { name: 'New pack' })).toBeNull();
  rerender(draw(true));
  press('New pack');
  const dialog = await screen.findByRole('dialog', { name: 'New pack' });
  fireEvent.change(within(dialog).getByLabelText('Name of the pack'), {
    target: { value: 'Tools' },
  });
  press('Make pack', dialog);
  await screen.findByRole('heading', { name: 'Tools' });
  expect(called(engine, 'makePack')).toEqual([{ roomId: room, name: 'Tools' }]);
});

test('a chosen file: its see-through border goes, it is made smaller and never larger', () => {
  const data = new Uint8ClampedArray(5 * 4 * 4);
  for (const [x, y] of [
    [1, 1],
    [3, 2],
  ] as const)
    data[(y * 5 + x) * 4 + 3] = 255;
  expect(contentBox(data, 5, 4)).toEqual({ left: 1, top: 1, width: 3, height: 2 });
  expect(contentBox(new Uint8ClampedArray(16), 2, 2)).toEqual({
    ...{ left: 0, top: 0, width: 2, height: 2 },
  });
  expect([fitted(2048, 1024, 512), fitted(100, 50, 512), fitted(9000, 3, 512)]).toEqual([
    { width: 512, height: 256 },
    { width: 100, height: 50 },
    { width: 512, height: 1 },
  ]);
});

/** A piece of a PNG file; nobody looks at its sum here. */
function piece(name: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length);
  head.write(name, 4);
  return Buffer.concat([head, Buffer.alloc(length + 4)]);
}

/** A Blob that can be read in parts, which jsdom's own cannot. */
const fileOf = (type: string, ...parts: readonly (string | Buffer)[]): Blob => {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const slice = (from: number, to: number) => ({
    arrayBuffer: async () => Uint8Array.from(bytes.subarray(from, to)).buffer,
  });
  return { type, slice } as unknown as Blob;
};

test('moving pictures are known, however much a file says before its frames', async () => {
  const png = (...pieces: readonly Buffer[]) =>
    isMoving(fileOf('image/png', Buffer.alloc(8), piece('IHDR', 13), ...pieces));
  expect(
    await Promise.all([
      isMoving(fileOf('image/gif', 'GIF89a')),
      png(piece('acTL', 8), piece('IDAT', 4)),
      png(piece('iCCP', 90_000), piece('eXIf', 5), piece('acTL', 8), piece('IDAT', 4)),
      isMoving(fileOf('image/webp', 'RIFF WEBPVP8X ANIM')),
    ]),
  ).toEqual([true, true, true, true]);
  expect(
    await Promise.all([
      png(piece('IDAT', 4), piece('acTL', 8)),
      png(piece('tEXt', 4)),
      isMoving(fileOf('image/webp', 'RIFF WEBPVP8L')),
      isMoving(fileOf('image/jpeg', 'acTL ANIM')),
    ]),
  ).toEqual([false, false, false, false]);
});

test('a short name comes from the file’s name, unlike those that there are', () => {
  const taken = new Set(['heron', 'heron_2']);
  expect(
    ['Heron.png', 'Grüner Reiher (2).webp', 'кот.png', '.png'].map((name) =>
      shortcodeFrom(name, taken),
    ),
  ).toEqual(['heron_3', 'gruner_reiher_2', 'picture', 'picture']);
});

test('pictures of another pack are copied into the own one, all or some; names that are taken there are told', async () => {
  const engine = await openSettings();
  const own = await screen.findByRole('list', { name: 'Pictures of Your pack' });
  press('Look at Print shop');
  const shop = await screen.findByRole('dialog', { name: 'Print shop' });
  press('Copy to another pack', shop);
  const dialog = await screen.findByRole('dialog', { name: 'Copy pictures of Print shop' });
  within(dialog).getByRole('button', { name: /Your pack/ });
  press('Copy 1 picture', dialog);
  await waitFor(() =>
    expect(called(engine, 'copyPackImages')).toEqual([
      { from: '!other:garden.example ', shortcodes: ['press'], to: 'own' },
    ]),
  );
  await within(own).findByText(':press:');
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Copy pictures of Print shop' })).toBeNull(),
  );
  press('Done', shop);

  press('Change Birds of the estuary');
  const birds = await screen.findByRole('dialog', { name: 'Birds of the estuary' });
  press('What to do with Birds of the estuary', birds);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy to another pack' }));
  const some = await screen.findByRole('dialog', { name: 'Copy pictures of Birds of the estuary' });
  fireEvent.click(within(some).getByRole('checkbox', { name: 'newt' }));
  press('Copy 1 picture', some);
  await within(own).findByText(':owl:');

  // Another picture of the name, and the same one.
  const [mine, ...others] = examplePacks(room);
  const owl = { shortcode: 'owl', text: 'owl', handle: 'another-picture-xx' };
  if (mine === undefined) throw new Error('no pack');
  const changed = { ...mine, images: [{ ...owl, emoticon: true, sticker: true }] };
  act(() => engine.update({ managedPacks: [changed, ...others] }));
  press('What to do with Birds of the estuary', birds);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy to another pack' }));
  const again = await screen.findByRole('dialog', {
    name: 'Copy pictures of Birds of the estuary',
  });
  expect(within(again).getByRole('checkbox', { name: 'owl' })).toHaveProperty('disabled', true);
  within(again).getByText('Name taken there');
  within(again).getByText(/1 picture is not copied/);
});
