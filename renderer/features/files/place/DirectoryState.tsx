// Instead of rows where this account is no member: an invitation, or what happened and what to do.
import { DoorOpen, Hourglass, LockKeyhole } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#app/words';
import type { DirectoryHeader, TreeItem } from '#contract/areas/files/directoriesModels';
import { departureWords } from '#app/departureWords';
import { directoryClosed } from '#app/places/filesPlace';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { isolate } from '#ui/text/isolate';
import { useFocusInTurn } from '../useTurn';
import { problemWords } from '../words';
import { Invitation } from './Invitation';
import styles from './Content.module.css';

export interface DirectoryStateProps {
  readonly directory: DirectoryHeader;
  readonly trees: readonly TreeItem[];
}

export function DirectoryState({ directory, trees }: DirectoryStateProps) {
  const { t } = useTranslation();
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
  if (membership === 'leave' || membership === 'ban') return <Gone directory={directory} />;
  return (
    <EmptyState
      icon={Hourglass}
      title={t('files.empty.unknownTitle')}
      text={t('files.empty.unknownText')}
    />
  );
}

/** By whom and why this account is out of it, and what becomes of what this computer has of it. */
function Gone({ directory }: Pick<DirectoryStateProps, 'directory'>) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const close = useRef<HTMLButtonElement>(null);
  // The row or the viewer that had the focus is gone.
  useFocusInTurn(close, { of: 'content', beside: true });
  const { name, departure } = directory;
  const told = departureWords(t, name, departure);
  const isFinal = departure?.how === 'banned' || departure?.deleted === true;
  const text = t(`files.empty.${isFinal ? 'goneBanned' : 'goneText'}`);
  const reason = departure?.reason;
  return (
    <section role="status" aria-label={told} className={styles.gone}>
      <EmptyState
        icon={DoorOpen}
        title={told}
        text={
          <>
            {reason !== undefined && (
              <span className={styles.reason}>
                {t('files.empty.goneReason', { reason: isolate(reason) })}
              </span>
            )}
            {text}
          </>
        }
      >
        <Button ref={close} onPress={() => dispatch(directoryClosed())}>
          {t('files.empty.goneAction')}
        </Button>
      </EmptyState>
    </section>
  );
}
