// A copy of a chat in a folder of the user's. The window makes its pages; the engine writes them, and copies the files of messages.
import { z } from '../../wire/schema';
import { call, contract } from '../../wire/shapes';
import { MediaHandle, nothing, Ticket } from '../ids';
import { TransferId } from '../files/transfersModels';

/** Shown by `showSaved` of the shell when it has ended. */
const one = z.object({ exportId: TransferId });

export const exporting = contract({
  calls: {
    /**
     * Makes a folder in the chosen one; a name that is taken gets a number. It is called `….partial` until the end, and deleted when the
     * window is gone before it. `disk_full`, `forbidden` and `not_found` of the place.
     */
    exportBegin: call(z.object({ ticket: Ticket, name: z.string().min(1).max(200) }), one),
    /** Adds text at the end of a page, which its first text makes. */
    exportWrite: call(
      one.extend({
        page: z.string().regex(/^[a-z]{1,20}\d{0,6}\.(?:html|txt|json)$/),
        text: z.string().max(400_000),
      }),
      nothing,
    ),
    /** Copies the file of a message, fetched when it is not here. `path`: within the export, with `/`. */
    exportFile: call(
      one.extend({ handle: MediaHandle, fileName: z.string().max(1_000) }),
      z.object({ path: z.string() }),
    ),
    /** All is written: the folder gets its name. */
    exportEnd: call(one, z.object({ name: z.string() })),
    /** Deletes what was written. */
    exportCancel: call(one, nothing),
  },
  values: {},
  lists: {},
});
