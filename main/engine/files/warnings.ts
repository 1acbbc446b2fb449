// Warnings before a file is opened, from its shown name and from the encrypted part. Pure.
import { canRun, kindOf, kindsDisagree, type Kind } from '#stores/files/kinds';
import { extensionOf } from '#stores/files/names';
import type { FileWarning } from '#contract/areas/files/filesModels';

export interface Named {
  /** The shown name. */
  readonly name: string;
  readonly odd: boolean;
}

export interface Sent extends Named {
  /** Extension of the name in the encrypted part. */
  readonly extension: string;
  readonly mimeType: string | null;
}

export interface Looks {
  readonly extension: string;
  readonly fileKind: Kind;
  readonly warnings: FileWarning[];
}

/** `shown` is the name in the state, which everybody with the right can change; `sent` is what the sender encrypted. */
export function looksOf(shown: Named, sent: Sent | null): Looks {
  const own = extensionOf(shown.name);
  const sentExtension = sent?.extension ?? '';
  const extension = own === '' ? sentExtension : own;
  const mimeType = sent?.mimeType ?? null;
  const warnings: FileWarning[] = [];
  if (shown.odd || sent?.odd === true) warnings.push('name');
  const swapped =
    own !== '' &&
    sentExtension !== '' &&
    (kindOf(own, null) !== kindOf(sentExtension, null) || canRun(own) !== canRun(sentExtension));
  if (swapped || kindsDisagree(extension, mimeType)) warnings.push('type');
  if (canRun(extension) || canRun(sentExtension)) warnings.push('runs');
  return { extension, fileKind: kindOf(extension, mimeType), warnings };
}
