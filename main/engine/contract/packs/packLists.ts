// The list `imagePacks`: what one may use in a room, as the store has it.
import type { ImagePack } from '#contract/areas/packs';
import type { Store } from '#stores/sqlite/store';
import { roomNoOf } from '#stores/rooms/rooms';
import { emoticonHandle } from '../../packs/emoticons';
import { packsFor } from '../../packs/packs';
import type { EngineParts, Lists } from '../parts';

function packsIn({ db }: Store, roomId: string): ImagePack[] {
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null) return [];
  return packsFor(db, roomNo).map(({ key, roomId: from, name, attribution, images }) => ({
    ...{ key, roomId: from, name, attribution },
    images: images.map(({ shortcode, mxc, text, emoticon, sticker }) => ({
      ...{ shortcode, text, emoticon, sticker },
      handle: emoticonHandle(db, mxc),
    })),
  }));
}

export const packLists = ({ store }: Pick<EngineParts, 'store'>) =>
  ({
    imagePacks: ({ roomId }, sink) => {
      let shown = '';
      const read = (): void => {
        const packs = packsIn(store, roomId);
        const text = JSON.stringify(packs);
        if (text === shown) return;
        shown = text;
        sink.set(packs);
      };
      read();
      // Any room's state may hold a pack that is enabled here.
      const close = store.onCommit(({ rooms, topics }) => {
        if (rooms.size > 0 || topics.has('accountData')) read();
      });
      return { close };
    },
  }) satisfies Partial<Lists>;
