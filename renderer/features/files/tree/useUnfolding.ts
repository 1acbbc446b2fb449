// The open directory is seen in the tree: what lies above it is unfolded when it is opened, and only then.
import { useEffect } from 'react';
import { unfolded } from '#app/places/filesPlace';
import { useValue } from '#app/hooks';
import { useAppDispatch, useAppSelector } from '#app/store';

/** Unfolds once for each opening: what a person folds afterwards stays folded. */
export function useUnfolding(): void {
  const dispatch = useAppDispatch();
  const roomId = useAppSelector((state) => state.files.unfolding);
  const { value: directory } = useValue('directory', roomId === null ? null : { roomId });
  useEffect(() => {
    if (directory === undefined || directory.roomId !== roomId) return;
    dispatch(unfolded(directory.path.map((above) => above.roomId)));
  }, [roomId, directory, dispatch]);
}
