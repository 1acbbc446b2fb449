// Instead of rows where this account is no member: an invitation, or what happened and what to do.
import { DoorOpen, Hourglass, LockKeyhole } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { DirectoryHeader, TreeItem } from '#contract/areas/files/directoriesModels';
import { directoryClosed } from '#app/places/filesPlace';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { problemWords } from '../words';
import { Invitation } from './Invitation';

export interface DirectoryStateProps {
  readonly directory: DirectoryHeader;
  readonly trees: readonly TreeItem[];
}

export function DirectoryState({ directory, trees }: DirectoryStateProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { membership, problem } = directory;
  if (membership === 'invite') {
    const { roomId, name } = directory;
    const invite = trees.find((item) => item.kind === 'invite' && item.roomId === roomId);
    const known = invite?.kind === 'invite' ? invite : { inviter: null, directories: 0 };
    const { inviter, directories } = known;
    return <Invitation {...{ roomId, name, inviter, directories }} />;
  }
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
