// The values and lists of trees, directories and found files.
import { textsOfFiles } from '../search/inFiles';
import { createDirectoryView } from '../views/directory';
import { createDirectoryItemsView } from '../views/directoryItems';
import { createFileDetailsView } from '../views/fileDetails';
import type { FileViewDeps } from '../views/fileView';
import { createFoundFilesView } from '../views/foundFiles';
import { createSharingView } from '../views/sharing';
import { createTreeInvitesView, createTreesView } from '../views/trees';
import { attach, listed, paged } from './attach';
import type { EngineParts, Lists, Values } from './parts';

/** Names of the directories above one, outermost first. */
export const directoryPath = (
  { forest }: Pick<EngineParts, 'forest'>,
  roomId: string,
): readonly string[] =>
  forest
    .read()
    .pathOf(roomId)
    .map(({ name }) => name);

const ignored = (): void => undefined;

function fileViewDeps(parts: EngineParts): FileViewDeps {
  const { store, clock, log, ownUserId, forest, network, media } = parts;
  return {
    store,
    clock,
    log,
    ownUserId,
    forest,
    texts: textsOfFiles(store),
    downloads: media.downloads,
    // A window may open before the network is there; the next subscriber asks again after a failure.
    wantMembers: (roomNo) =>
      void network.ready().then(({ wanted }) => wanted.members(roomNo), ignored),
    wantFile: (roomNo, eventId) =>
      void network.ready().then(({ wanted }) => wanted.file(roomNo, eventId), ignored),
    uploadLimit: async () => (await network.ready()).uploadLimit(),
  };
}

export const fileValues = (parts: EngineParts) =>
  ({
    directory: (query, sink) =>
      attach(parts, createDirectoryView(fileViewDeps(parts), query, sink)),
    treeInvites: (_query, sink) => attach(parts, createTreeInvitesView(fileViewDeps(parts), sink)),
    file: (query, sink) => attach(parts, createFileDetailsView(fileViewDeps(parts), query, sink)),
  }) satisfies Partial<Values>;

export const fileLists = (parts: EngineParts) =>
  ({
    trees: (query, sink) => listed(parts, createTreesView(fileViewDeps(parts), query, sink)),
    directoryItems: (query, sink) =>
      paged(parts, createDirectoryItemsView(fileViewDeps(parts), query, sink)),
    sharing: (query, sink) => listed(parts, createSharingView(fileViewDeps(parts), query, sink)),
    files: (query, sink) => paged(parts, createFoundFilesView(fileViewDeps(parts), query, sink)),
  }) satisfies Partial<Lists>;
