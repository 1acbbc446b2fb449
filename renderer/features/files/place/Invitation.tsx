// An invitation to a tree in the content pane: who asks, what it brings, and the two answers in words.
import { FolderTree } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { isolate } from '#ui/text/isolate';
import { useInvites } from './useInvites';

export interface InvitationProps {
  readonly roomId: string;
  readonly name: string;
  readonly inviter: Person | null;
  readonly directories: number;
}

export function Invitation({ roomId, name, inviter, directories }: InvitationProps) {
  const { t } = useTranslation();
  const { accept, decline } = useInvites();
  return (
    <EmptyState
      icon={FolderTree}
      title={
        inviter === null
          ? t('files.empty.inviteTitle', { name: isolate(name) })
          : t('files.empty.inviteFromTitle', {
              name: isolate(name),
              who: isolate(inviter.name),
            })
      }
      text={t('files.empty.inviteText', { count: directories })}
    >
      <Button aria-label={t('files.place.decline', { name })} onPress={() => decline(roomId)}>
        {t('files.menu.decline')}
      </Button>
      <Button
        variant="primary"
        aria-label={t('files.place.accept', { name })}
        onPress={() => accept(roomId)}
      >
        {t('files.menu.accept')}
      </Button>
    </EmptyState>
  );
}
