// Media files to places that the user chose.
import type { CallParts, Calls } from './parts';

export function mediaCalls({ media }: CallParts) {
  return {
    async saveMedia({ handle, ticket }) {
      await media.downloads.save(handle, media.staging.takeTarget(ticket).path);
      return {};
    },
    async cancelDownload({ handle }) {
      media.downloads.cancel(handle);
      return {};
    },
  } satisfies Partial<Calls>;
}
