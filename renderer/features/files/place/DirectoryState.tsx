// Instead of rows where this account is no member: an invitation, or what happened and what to do.
import { DoorOpen, FolderTree, Hourglass, LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DirectoryHeader, TreeItem } from '#contract/areas/directoriesModels';
import { directoryClosed } from '#app/filesPlace';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { problemWords } from '../words';
import { useInvites } from './useInvites';

export interface DirectoryStateProps {
  readonly directory: DirectoryHeader;
  readonly trees: readonly TreeItem[];
}

export function DirectoryState({ directory, trees }: DirectoryStateProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { membership, problem } = directory;
  if (membership === 'invite') return <Invitation directory={directory} trees={trees} />;
  if (problem !== null) {
    const words = problemWords(t, problem);
    return <EmptyState icon={LockKeyhole} title={words.title} text={words.text} />;
  }
  if (membership === 'leave' || membership === 'ban') {
    return (
      <EmptyState
        icon={DoorOpen}
        title={t('files.empty.goneTitle')}
        text={t('files.empty.goneText')}
      >
        <Button onPress={() => dispatch(directoryClosed())}>{t('files.empty.goneAction')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Hourglass}
      title={t('files.empty.unknownTitle')}
      text={t('files.empty.unknownText')}
    />
  );
}

function Invitation({ directory, trees }: DirectoryStateProps) {
  const { t } = useTranslation();
  const { accept, decline } = useInvites();
  const { roomId, name } = directory;
  const invite = trees.find((item) => item.kind === 'invite' && item.roomId === roomId);
  const inviter = invite?.kind === 'invite' ? invite.inviter : null;
  const below = invite?.kind === 'invite' ? invite.directories : 0;
  return (
    <EmptyState
      icon={FolderTree}
      title={
        inviter === null
          ? t('files.empty.inviteTitle', { name })
          : t('files.empty.inviteFromTitle', { name, who: inviter.name })
      }
      text={t('files.empty.inviteText', { count: below })}
    >
      <Button onPress={() => decline(roomId)}>{t('files.menu.decline')}</Button>
      <Button variant="primary" onPress={() => accept(roomId)}>
        {t('files.menu.accept')}
      </Button>
    </EmptyState>
  );
}
