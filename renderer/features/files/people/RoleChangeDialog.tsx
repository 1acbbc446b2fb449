// Another role for somebody, or no access any more: says first what that changes, folder by folder, and afterwards what was done.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import type { AccessRole } from '#contract/areas/files/directoriesModels';
import type { SharingStep } from '#contract/areas/files/sharingModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { AppErrorNote } from '#app/errors';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { SkeletonRows } from '#ui/layout/Spinner';
import { Switch } from '#ui/controls/Switch';
import { useToasts } from '#ui/overlays/Toasts';
import { roleWord } from '../words';
import { PartlyDialog, PlanView } from './PlanView';
import { useSetSharing, useSharingPlan, type Change } from './useSharingPlan';
import styles from './People.module.css';

export interface RoleChange {
  readonly people: readonly Person[];
  readonly from: AccessRole | null;
  /** Null: no access any more. */
  readonly to: AccessRole | null;
  /** This account's own role. */
  readonly self: boolean;
}

export interface RoleChangeDialogProps {
  readonly roomId: string;
  readonly directory: string;
  /** Whether there are folders below. */
  readonly hasBelow: boolean;
  readonly change: RoleChange;
  readonly onClose: () => void;
}

export function RoleChangeDialog({
  roomId,
  directory,
  hasBelow,
  change,
  onClose,
}: RoleChangeDialogProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const setSharing = useSetSharing();
  const { people, to, self } = change;
  const [below, setBelow] = useState(hasBelow);
  const [state, setState] = useState<'asking' | 'working'>('asking');
  const [failure, setFailure] = useState<AppError | null>(null);
  const [refused, setRefused] = useState<readonly SharingStep[] | null>(null);
  const wanted: Change = {
    roomId,
    userIds: people.map((person) => person.userId),
    role: to,
    below,
  };
  const plan = useSharingPlan(wanted);
  const who =
    people.length === 1
      ? (people[0]?.name ?? '')
      : t('filePanels.people.count', { count: people.length });
  const names = { who, directory, role: to === null ? '' : roleWord(t, to) };
  const possible = plan.steps?.some((step) => step.refused === null) === true;

  const run = async () => {
    setState('working');
    setFailure(null);
    const result = await setSharing(wanted);
    setState('asking');
    if (!result.ok) return setFailure(result.error);
    const missed = result.output.filter((step) => step.refused !== null);
    if (missed.length > 0) return setRefused(missed);
    toasts.show({
      text: t(
        to === null ? 'filePanels.people.removedToast' : 'filePanels.people.changedToast',
        names,
      ),
    });
    onClose();
  };

  if (refused !== null) return <PartlyDialog steps={refused} onClose={onClose} />;
  return (
    <Dialog
      title={t(
        to === null ? 'filePanels.people.removeTitle' : 'filePanels.people.changeTitle',
        names,
      )}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {t('app.cancel')}
          </Button>
          <Button
            variant={to === null ? 'danger' : 'primary'}
            pending={state === 'working'}
            isDisabled={!possible}
            onPress={() => void run()}
          >
            {t(to === null ? 'filePanels.people.removeNow' : 'filePanels.people.changeNow', names)}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          {to === null ? t('filePanels.people.removeText') : t(`filePanels.people.explain.${to}`)}
        </p>
        {self && <p>{t('filePanels.people.selfText')}</p>}
        {hasBelow && (
          <Switch label={t('filePanels.people.below')} isSelected={below} onChange={setBelow} />
        )}
        {plan.steps === null && plan.error === null && (
          <SkeletonRows compact count={2} label={t('filePanels.people.planning')} />
        )}
        {plan.steps !== null && plan.steps.length > 0 && (
          <PlanView steps={plan.steps} title={t('filePanels.people.plan')} />
        )}
        <AppErrorNote error={failure ?? plan.error} place="files" />
      </div>
    </Dialog>
  );
}
