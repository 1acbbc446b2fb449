// Ctrl+F wherever the focus is in Files: the place that is open says what it finds. Rows of a list answer it themselves.
import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { findFilesId } from './findFilesId';

export function useFindKey(find: () => void): void {
  const latest = useRef(find);
  latest.current = find;
  useEffect(
    () =>
      tinykeys(
        window,
        {
          '$mod+f': (event) => {
            event.preventDefault();
            latest.current();
          },
        },
        {
          // A question that is open, or a file over everything, is no part of the place.
          ignore: (event) =>
            event.defaultPrevented ||
            event.isComposing ||
            document.querySelector('[role="dialog"]') !== null,
        },
      ),
    [],
  );
}

/** The field that finds in all folders. What was typed last is chosen, so that typing replaces it. */
export function focusFindField(): void {
  const field = document.querySelector<HTMLInputElement>(`input#${findFilesId}`);
  field?.focus();
  field?.select();
}
