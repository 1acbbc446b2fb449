// The image packs of an engine in memory: what one may use, and what one looks after.
import type { ImagePack, ManagedPack } from '#contract/areas/messages/packs';
import type { EngineContract } from '#contract/engine';
import type { Implementation } from '#contract/wire/serve';
import type { CallArgs } from '#contract/wire/shapes';
import { appFailure } from '#contract/wire/errors';
import type { World } from './fakeEngine';

export interface PacksWorld {
  /** Packs of all rooms. */
  readonly packs: readonly ImagePack[];
  readonly managedPacks: readonly ManagedPack[];
}

const own: ManagedPack = {
  ...{ key: 'own', roomId: null, name: '', attribution: null, images: [] },
  ...{ roomName: null, mayChange: true, everywhere: true },
};

export const noPacks: PacksWorld = { packs: [], managedPacks: [own] };

const picture = (shortcode: string, uses = { emoticon: true, sticker: true }) => ({
  ...{ shortcode, text: shortcode, handle: `drawn-picture-${shortcode}`, ...uses },
});

export const examplePacks = (roomId: string): readonly ManagedPack[] => [
  { ...own, images: [picture('heron'), picture('well_done', { emoticon: false, sticker: true })] },
  {
    ...{ key: `${roomId} birds`, roomId, name: 'Birds of the estuary', attribution: null },
    images: [picture('owl'), picture('newt', { emoticon: true, sticker: false })],
    ...{ roomName: 'Larkfield House', mayChange: true, everywhere: true },
  },
  {
    ...{ key: '!other:garden.example ', roomId: '!other:garden.example', name: 'Print shop' },
    ...{ attribution: null, images: [picture('press')], roomName: 'Print shop' },
    ...{ mayChange: false, everywhere: false },
  },
];

type Watch = (push: () => void) => () => void;

export const packLists = (world: World, watch: Watch) =>
  ({
    imagePacks: (_query, sink) => ({ close: watch(() => sink.set([...world.packs])) }),
    managedPacks: ({ roomId }, sink) => ({
      close: watch(() =>
        sink.set(world.managedPacks.filter((one) => roomId === null || one.roomId === roomId)),
      ),
    }),
  }) satisfies Partial<Implementation<EngineContract>['lists']>;

export interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

type Args<K extends keyof EngineContract['calls'] & string> = CallArgs<EngineContract, K>;

function change(
  { world, update }: Context,
  key: string,
  next: (pack: ManagedPack) => ManagedPack | null,
): Record<string, never> {
  const managedPacks = world.managedPacks.flatMap((one) => {
    if (one.key !== key) return [one];
    const changed = next(one);
    return changed === null ? [] : [changed];
  });
  update({ managedPacks });
  return {};
}

type Image = ManagedPack['images'][number];

const changeImages = (
  context: Context,
  key: string,
  next: (images: readonly Image[]) => Image[],
): Record<string, never> =>
  change(context, key, (pack) => ({ ...pack, images: next(pack.images) }));

export const packDefaults = {
  sendSticker: () => ({ key: 'sticker' }),
  makePack: ({ roomId, name }: Args<'makePack'>, { world, update }: Context) => {
    const pack = `${roomId} ${world.managedPacks.length}`;
    const made = { ...own, key: pack, roomId, name, roomName: 'Garden plan', everywhere: false };
    update({ managedPacks: [...world.managedPacks, made] });
    return { pack };
  },
  renamePack: ({ pack, name }: Args<'renamePack'>, context: Context) =>
    change(context, pack, (one) => ({ ...one, name })),
  removePack: ({ pack }: Args<'removePack'>, context: Context) =>
    change(context, pack, (one) => (one.roomId === null ? own : null)),
  usePackEverywhere: ({ pack, on }: Args<'usePackEverywhere'>, context: Context) =>
    change(context, pack, (one) => ({ ...one, everywhere: on })),
  addPackImage: ({ pack, shortcode, emoticon, sticker }: Args<'addPackImage'>, context: Context) =>
    changeImages(context, pack, (images) => {
      if (images.some((image) => image.shortcode === shortcode))
        throw appFailure('conflict', 'taken', { data: { reason: 'shortcode' } });
      const made = { shortcode, text: shortcode, handle: 'picture-of-a-pack', emoticon, sticker };
      return [...images, made];
    }),
  renamePackImage: ({ pack, shortcode, to }: Args<'renamePackImage'>, context: Context) =>
    changeImages(context, pack, (images) =>
      images.map((one) => (one.shortcode === shortcode ? { ...one, shortcode: to } : one)),
    ),
  setPackImageUses: (
    { pack, shortcode, emoticon, sticker }: Args<'setPackImageUses'>,
    context: Context,
  ) =>
    changeImages(context, pack, (images) =>
      images.map((one) => (one.shortcode === shortcode ? { ...one, emoticon, sticker } : one)),
    ),
  copyPackImages: ({ from, shortcodes, to }: Args<'copyPackImages'>, context: Context) => {
    const source = context.world.managedPacks.find(({ key }) => key === from);
    const copied = source?.images.filter((one) => shortcodes.includes(one.shortcode)) ?? [];
    return changeImages(context, to, (images) => [...images, ...copied]);
  },
  removePackImage: ({ pack, shortcode }: Args<'removePackImage'>, context: Context) =>
    changeImages(context, pack, (images) => images.filter((one) => one.shortcode !== shortcode)),
};
