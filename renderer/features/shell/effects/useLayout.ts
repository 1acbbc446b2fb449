// How much of the frame stands side by side, as the slice of places needs to know it.
import { useLayoutEffect } from 'react';
import { layoutChanged, type Layout } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { useCovering, useNarrow } from '../useNarrow';

export function useLayout(listWidth: number): Layout {
  const dispatch = useAppDispatch();
  const isNarrow = useNarrow();
  const isCovering = useCovering(listWidth);
  const layout = isNarrow ? 'turns' : isCovering ? 'covering' : 'wide';
  useLayoutEffect(() => void dispatch(layoutChanged(layout)), [dispatch, layout]);
  return layout;
}
