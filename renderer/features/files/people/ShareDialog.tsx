// Sharing a folder: with whom, as what, how far down; says before what will happen and what the server sees, and after what was done.
import type { TFunction } from 'i18next';
import { BookOpen, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import type { AccessRole, DirectoryHeader } from '#contract/areas/files/directoriesModels';
import type { SharingStep } from '#contract/areas/files/sharingModels';
import { AppErrorNote } from '#app/errors';
import { useList, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Icon } from '#ui/marks/Icon';
import { Switch } from '#ui/controls/Switch';
import { useToasts } from '#ui/overlays/Toasts';
import { PeoplePicker, usePicking } from '../../people';
import type { ShareDialogProps } from '../slots';
import { roleWord } from '../words';
import { PartlyDialog, PlanView } from './PlanView';
import { PeopleOfDirectory } from './PeopleOfDirectory';
import { RoleChoice } from './RoleChoice';
import { useSetSharing, useSharingPlan, type Change } from './useSharingPlan';
import styles from './People.module.css';

export function ShareDialog({ roomId, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const { value: header, error } = useValue('directory', { roomId });
  const [done, setDone] = useState<readonly SharingStep[] | null>(null);
  const name = header?.name ?? '';
  if (done !== null) return <PartlyDialog steps={done} onClose={onClose} />;
  // Known at once where the folder is open; a dialog that changes while it opens would lose the focus.
  if (header === undefined && error === null) return null;
  if (header === undefined)
    return (
      <Dialog title={t('filePanels.share')} isOpen onClose={onClose}>
        <AppErrorNote error={error} place="files" />
      </Dialog>
    );
  return <ShareForm key={name} header={header} onClose={onClose} onPartly={setDone} />;
}

interface ShareFormProps {
  readonly header: DirectoryHeader;
  readonly onClose: () => void;
  /** Something was not possible; all steps. */
  readonly onPartly: (steps: readonly SharingStep[]) => void;
}

function ShareForm({ header, onClose, onPartly }: ShareFormProps) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const setSharing = useSetSharing();
  const { roomId, name, actions, directories } = header;
  const picking = usePicking();
  const { people } = picking;
  const [chosen, setRole] = useState<AccessRole | null>(null);
  const { items: present } = useList('sharing', { roomId });
  const [first] = people;
  // Somebody who is there keeps the role unless another one is chosen.
  const own = present.find(({ person }) => person.userId === first?.userId)?.role;
  const role = chosen ?? (people.length === 1 && actions.setRoles ? own : undefined) ?? 'viewer';
  const [below, setBelow] = useState(true);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<AppError | null>(null);
  const hasBelow = directories > 0;
  const wanted: Change = {
    roomId,
    userIds: people.map((person) => person.userId),
    role,
    below: below && hasBelow,
  };
  const plan = useSharingPlan(wanted);
  const steps = plan.steps ?? [];
  const refused = steps.some((step) => step.refused !== null);
  const possible = steps.some((step) => step.refused === null);

  const send = async () => {
    const whom = picking.settle();
    if (whom === null) return;
    setWorking(true);
    setFailure(null);
    const result = await setSharing({ ...wanted, userIds: whom.map((person) => person.userId) });
    setWorking(false);
    if (!result.ok) return setFailure(result.error);
    if (result.output.some((step) => step.refused !== null)) return onPartly(result.output);
    toasts.show({
      text: t('filePanels.people.shared', {
        name,
        count: whom.length,
        role: roleWord(t, role),
      }),
    });
    onClose();
  };

  return (
    <Dialog
      title={t('filePanels.people.shareTitle', { name })}
      isOpen
      onClose={onClose}
      width="l"
      actions={
        <>
          <Button onPress={onClose}>{t('app.cancel')}</Button>
          <Button
            variant="primary"
            pending={working}
            isDisabled={picking.isEmpty || (plan.steps !== null && !possible)}
            onPress={() => void send()}
          >
            {people.length === 0
              ? t('filePanels.share')
              : t('filePanels.people.shareWith', { count: people.length })}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <PeoplePicker label={t('filePanels.people.with')} picking={picking} />
        <RoleChoice
          value={role}
          onChange={setRole}
          {...(actions.setRoles ? {} : { allowed: ['viewer' as const] })}
        />
        {hasBelow && (
          <Switch
            label={t('filePanels.people.below')}
            hint={belowWords(t, steps)}
            isSelected={below}
            onChange={setBelow}
          />
        )}
        {people.length > 0 && (refused || steps.length > 1) && (
          <PlanView steps={steps} title={t('filePanels.people.plan')} />
        )}
        {people.length > 0 && plan.steps?.length === 0 && (
          <p role="status">{t('filePanels.people.already')}</p>
        )}
        {header.people > 1 && (
          <div className={styles.present}>
            <PeopleOfDirectory roomId={roomId} />
          </div>
        )}
        <SharingFacts header={header} />
        <AppErrorNote error={failure ?? plan.error} place="files" />
      </div>
    </Dialog>
  );
}

/** How many folders it reaches is known with the plan; what is counted there is counted here. */
function belowWords(t: TFunction, steps: readonly SharingStep[]): string {
  const count = new Set(steps.map((step) => step.roomId)).size - 1;
  return count > 0
    ? t('filePanels.people.belowHint', { count })
    : t('filePanels.people.belowHintAll');
}

/** Says what new members can read, and what the server can. */
function SharingFacts({ header }: { readonly header: DirectoryHeader }) {
  const { t } = useTranslation();
  const { encrypted, unreadable } = header;
  return (
    <ul className={styles.facts}>
      <li>
        <Icon icon={BookOpen} />
        {unreadable > 0
          ? t('filePanels.people.newcomersPart', { count: unreadable })
          : t('filePanels.people.newcomers')}
      </li>
      <li>
        <Icon icon={Eye} />
        {t('filePanels.people.serverSeesLong')}
      </li>
      <li>
        <Icon icon={EyeOff} />
        {t(encrypted ? 'filePanels.people.serverCannot' : 'filePanels.people.serverSeesAll')}
      </li>
    </ul>
  );
}
