// The list of events for which the server notified this account.
import { createNotifiedView } from '../../notified/view';
import type { ViewDeps } from '../../views/view';
import { paged } from '../attach';
import type { EngineParts, Lists } from '../parts';

export const notifiedLists = (
  parts: Pick<EngineParts, 'store' | 'network' | 'forest'>,
  viewDeps: (connection: number) => ViewDeps,
) =>
  ({
    notificationHistory: (query, sink, { id }) =>
      paged(
        parts,
        createNotifiedView(
          { ...viewDeps(id), network: parts.network, forest: parts.forest },
          query,
          sink,
        ),
      ),
  }) satisfies Partial<Lists>;
