// Looks at what was dropped: files and folders of this computer, without following links and without reading a byte of a file.
import { constants } from 'node:fs';
import { access, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { appFailure } from '#contract/wire/errors';

export type Found =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly path: string;
      readonly sizeBytes: number;
      /** Found in a folder: a link that takes its place later is not followed either. */
      readonly noFollow: boolean;
    }
  | { readonly kind: 'folder'; readonly name: string; readonly children: readonly Found[] };

export interface Walked {
  readonly found: Found | null;
  /** Names, with their folders, of what is no regular file or may not be read. */
  readonly unreadable: readonly string[];
}

/** One drop beyond this is a mistake more often than a wish; it is refused in words. */
const mostEntries = 50_000;
const deepest = 64;

/** The chosen thing itself may be a link: a person pointed at it. */
export async function walk(path: string, name: string): Promise<Walked> {
  const unreadable: string[] = [];
  let entries = 0;

  async function visit(at: string, called: string, where: string, depth: number) {
    entries += 1;
    if (entries > mostEntries)
      throw appFailure('bad_request', 'Too many files at once', { data: { most: mostEntries } });
    // A path without facts is listed as unreadable.
    const facts = await (depth === 0 ? stat(at) : lstat(at)).catch(() => null);
    if (facts === null || depth > deepest) {
      unreadable.push(where);
      return null;
    }
    if (facts.isDirectory()) return folder(at, called, where, depth);
    const readable =
      facts.isFile() &&
      (await access(at, constants.R_OK).then(
        () => true,
        () => false,
      ));
    if (readable)
      return {
        kind: 'file' as const,
        name: called,
        path: at,
        sizeBytes: facts.size,
        noFollow: depth > 0,
      };
    unreadable.push(where);
    return null;
  }

  async function folder(
    at: string,
    called: string,
    where: string,
    depth: number,
  ): Promise<Found | null> {
    // Named as unreadable too.
    const names = await readdir(at).catch(() => null);
    if (names === null) {
      unreadable.push(where);
      return null;
    }
    const children: Found[] = [];
    for (const child of names.sort()) {
      const found = await visit(join(at, child), child, `${where}/${child}`, depth + 1);
      if (found !== null) children.push(found);
    }
    return { kind: 'folder', name: called, children };
  }

  const found = await visit(path, name, name, 0);
  return { found, unreadable };
}

export function countFound(found: readonly Found[]): {
  files: number;
  directories: number;
  bytes: number;
} {
  const total = { files: 0, directories: 0, bytes: 0 };
  const visit = (one: Found): void => {
    if (one.kind === 'file') {
      total.files += 1;
      total.bytes += one.sizeBytes;
    } else {
      total.directories += 1;
      one.children.forEach(visit);
    }
  };
  found.forEach(visit);
  return total;
}

/** Names, with their folders, of files that are larger than the limit. */
export function largerThan(found: readonly Found[], limitBytes: number, where = ''): string[] {
  return found.flatMap((one) => {
    const name = `${where}${one.name}`;
    if (one.kind === 'folder') return largerThan(one.children, limitBytes, `${name}/`);
    return one.sizeBytes > limitBytes ? [name] : [];
  });
}
