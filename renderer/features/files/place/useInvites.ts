// Invitations to trees: one for a whole tree, however many directories it brings.
import { Check, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from '#app/words';
import { useErrorNotice } from '#app/errors';
import { directoryClosed, directoryOpened } from '#app/places/filesPlace';
import { useEngineCall } from '#app/hooks';
import { useAppDispatch, useAppSelector } from '#app/store';
import type { MenuEntry } from '#ui/overlays/Menu';
import { useJustAccepted } from './justAccepted';

export interface Invites {
  readonly accept: (roomId: string) => void;
  readonly decline: (roomId: string) => void;
  readonly entriesFor: (roomId: string) => readonly MenuEntry[];
}

export function useInvites(): Invites {
  const { t } = useTranslation();
  const call = useEngineCall();
  const accepted = useJustAccepted();
  const dispatch = useAppDispatch();
  const tellFailure = useErrorNotice();
  const openId = useAppSelector((state) => state.files.directoryId);
  return useMemo(() => {
    const answer = async (name: 'acceptTreeInvite' | 'declineTreeInvite', roomId: string) => {
      const isAccepting = name === 'acceptTreeInvite';
      if (isAccepting) accepted.add(roomId);
      const result = await call(name, { roomId });
      if (!result.ok) {
        accepted.delete(roomId);
        tellFailure(result.error, 'files');
      } else if (isAccepting) dispatch(directoryOpened(roomId));
      else if (openId === roomId) dispatch(directoryClosed());
    };
    const accept = (roomId: string) => void answer('acceptTreeInvite', roomId);
    const decline = (roomId: string) => void answer('declineTreeInvite', roomId);
    return {
      accept,
      decline,
      entriesFor: (roomId) => [
        {
          id: 'accept',
          label: t('files.menu.accept'),
          icon: Check,
          onAction: () => accept(roomId),
        },
        {
          id: 'decline',
          label: t('files.menu.decline'),
          icon: X,
          danger: true,
          onAction: () => decline(roomId),
        },
      ],
    };
  }, [accepted, call, dispatch, openId, t, tellFailure]);
}
