// Messages that search finds in the gallery and in tests of its screens.
import type { FileKind } from '#contract/areas/files/fileLooks';
import type { FoundMessage, FoundOnServer } from '#contract/areas/messages/search';
import { at, people, rooms, roomId } from './fixtures';

const hit = (
  id: string,
  sender: FoundMessage['sender'],
  room: string,
  sentAtMs: number,
  text: string,
  more: Partial<FoundMessage> = {},
): FoundMessage => ({
  key: id,
  roomId: roomId(room),
  eventId: `$${id}`,
  roomName: rooms.find((row) => row.roomId === roomId(room))?.name ?? room,
  sender,
  sentAtMs,
  text,
  marks: [],
  isFile: false,
  inFile: null,
  folder: null,
  trust: 'ok',
  ...more,
});

export const foundMessages: readonly FoundMessage[] = [
  hit(
    'bleed',
    people.priya,
    'larkfield',
    at(10, 12),
    '@Mara bleed is 3 mm all round, except the gusset, where the printer wants 5. I changed both files.',
  ),
  hit(
    'sample',
    people.priya,
    'larkfield',
    at(15, 20, 2),
    'The gusset on the sample is 2 mm narrower than the drawing. Which one is right? I would trust the sample, because it is the one that came off the machine, and the drawing was changed twice since then by somebody who had not seen it.',
  ),
  hit(
    'sides',
    people.tomas,
    'proofs',
    at(9, 0, 5),
    'New dieline from the printer, sidegussets are now 80 mm.',
  ),
  hit('long', people.long, 'proofs', at(9, 30, 9), 'gusset-detail.jpg', { isFile: true }),
  hit(
    'notes',
    people.tomas,
    'proofs',
    at(16, 5, 11),
    'Before the next run: glue only along the fold, 4 mm from its edge, and let it rest for an hour.',
    { isFile: true, inFile: 'notes-from-the-printer.md' },
  ),
  hit('arabic', people.arabic, 'studio', at(8, 0, 12), 'شكرا، gusset أراك غدا', {
    trust: 'device_not_signed',
  }),
];

const inFolder = (path: string, fileKind: FileKind): Partial<FoundMessage> => ({
  isFile: true,
  folder: { path, fileKind },
});

/** Results in folders: by the text of files, and by name. */
export const foundInFolders: readonly FoundMessage[] = [
  hit(
    'plan',
    people.priya,
    'f-proofs',
    at(11, 5),
    'Beds by the wall: rhubarb, then beans; the rhubarb stays where it is until the second year.',
    { ...inFolder('Garden / Garden papers', 'pdf'), inFile: 'Plan of the beds 2027.pdf' },
  ),
  hit(
    'talk',
    people.tomas,
    'larkfield',
    at(10, 40),
    'Did anybody write down where the rhubarb goes?',
  ),
  hit('named', people.long, 'f-proofs', at(9, 1, 3), 'rhubarb-crumble.md', {
    ...inFolder('Kitchen', 'markdown'),
    inFile: 'rhubarb-crumble.md',
  }),
];

/** Results from years that are not stored on this computer. */
export const foundOnServer: FoundOnServer = {
  searchId: 'search-1',
  count: 7,
  more: true,
  hits: [
    {
      ...hit('old', people.tomas, 'proofs', at(9, 0, 400), 'The first gusset we ever printed.', {
        marks: [{ from: 10, to: 16 }],
      }),
      before: { name: people.priya.name, text: 'Do you still have a picture of it?' },
      after: null,
    },
    {
      ...hit('older', people.arabic, 'studio', at(9, 0, 500), 'gusset: 60 mm, later 80', {
        marks: [{ from: 0, to: 6 }],
      }),
      before: null,
      after: {
        name: people.long.name,
        text: 'Noted, thanks. I will tell everybody who has to know.',
      },
    },
  ],
};
