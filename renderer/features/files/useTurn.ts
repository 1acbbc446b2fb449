// Whether the tree or the content is in view, where the two take turns.
import type { RefObject } from 'react';
import { useAppSelector } from '#app/store';
import { useFocusIfLost } from '#ui/focus/lostFocus';

const nobody = { current: null };

/** The element takes the focus when it appears, or when its turn comes, unless another one has it: what had it before is hidden. */
export function useFocusInTurn(
  element: RefObject<HTMLElement | null>,
  { of, beside }: { readonly of: 'list' | 'content'; readonly beside: boolean },
): void {
  const turn = useAppSelector(({ navigation, files }) =>
    navigation.layout === 'turns' ? files.turn : null,
  );
  useFocusIfLost((turn === null ? beside : turn === of) ? element : nobody);
}
