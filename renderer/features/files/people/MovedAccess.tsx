// A directory that was moved keeps its own people: asks whether those of where it lies now may see it, whether those of both have in it the
// role that they have there, and whether those who may not see that place keep it. It asks nothing where the people are the same; who may not share it is told what others have to do.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { AppError } from '#contract/wire/errors';
import type { AccessRole } from '#contract/areas/files/directoriesModels';
import type { SharingRow, SharingStep } from '#contract/areas/files/sharingModels';
import { AppErrorNote } from '#app/errors';
import { useList, useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog, Dialog } from '#ui/overlays/Dialog';
import { PartlyDialog } from './PlanView';
import { useSetSharing } from './useSharingPlan';
import styles from './People.module.css';

export interface MovedTo {
  readonly roomId: string;
  readonly name: string;
  readonly toId: string;
}

export interface MovedAccessProps {
  readonly moved: readonly MovedTo[];
  /** The first one is settled; these are left. */
  readonly onRest: (moved: readonly MovedTo[]) => void;
}

export function MovedAccess({ moved, onRest }: MovedAccessProps) {
  const [first, ...rest] = moved;
  if (first === undefined) return null;
  const key = `${first.roomId} ${first.toId}`;
  return <AccessOfOne key={key} moved={first} onDone={() => onRest(rest)} />;
}

/** `told`: nothing can be chosen here. */
type Question = 'share' | 'roles' | 'end' | 'told';

interface AccessOfOneProps {
  readonly moved: MovedTo;
  /** Both questions are answered, or there was none. */
  readonly onDone: () => void;
}

const isAsking = ({ membership }: SharingRow): boolean => membership === 'knock';

/** Those of `rows` who have no access by `others`; one who only asks to be let in has none. */
function without(rows: readonly SharingRow[], others: readonly SharingRow[]): SharingRow[] {
  const has = (one: SharingRow): boolean => one.mine || !isAsking(one);
  const known = new Set(others.filter(has).map(({ person }) => person.userId));
  return rows.filter((row) => !row.mine && has(row) && !known.has(row.person.userId));
}

interface OtherRole {
  readonly here: SharingRow;
  readonly there: SharingRow;
}

/** People of both who have another role there, which one may give them here. */
function otherRoles(rows: readonly SharingRow[], others: readonly SharingRow[]): OtherRole[] {
  const byId = new Map(others.map((row) => [row.person.userId, row]));
  return rows.flatMap((here) => {
    const there = byId.get(here.person.userId);
    if (there === undefined || here.mine || [here, there].some(isAsking)) return [];
    return here.role !== there.role && here.canBecome.includes(there.role) ? [{ here, there }] : [];
  });
}

function AccessOfOne({ moved: { roomId, name, toId }, onDone }: AccessOfOneProps) {
  const { t } = useTranslation();
  const here = useList('sharing', { roomId });
  const there = useList('sharing', { roomId: toId });
  const { value: target } = useValue('directory', { roomId: toId });
  const { value: own } = useValue('directory', { roomId });
  const access = useAccessOf(roomId, own?.actions.setRoles === true);
  const [answered, setAnswered] = useState<readonly Question[]>([]);
  const isKnown = here.ready && there.ready && target !== undefined && own !== undefined;
  const owns = here.items.some(({ mine, role }) => mine && role === 'owner');
  const closedTo = answered.includes('share') ? [] : without(there.items, here.items);
  const openTo = answered.includes('end')
    ? []
    : without(here.items, there.items).filter(({ canRemove }) => canRemove);
  // People who are let in first have the role already.
  const before = useRef<readonly OtherRole[]>(undefined);
  if (isKnown) before.current ??= otherRoles(here.items, there.items);
  const differ = answered.includes('roles') ? [] : (before.current ?? []);
  const mayShare = owns || own?.actions.share === true;
  const stays = without(here.items, there.items).length > 0;
  const question: Question | null = mayShare
    ? closedTo.length > 0
      ? 'share'
      : differ.length > 0
        ? 'roles'
        : openTo.length > 0
          ? 'end'
          : null
    : answered.length === 0 && (closedTo.length > 0 || stays)
      ? 'told'
      : null;
  const isDone = isKnown && question === null && access.refused === null && !access.pending;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  if (access.refused !== null)
    return <PartlyDialog steps={access.refused} onClose={access.forget} />;
  if (!isKnown || question === null) return null;
  if (question === 'told')
    return (
      <Told
        {...{ name, to: target.name, stays, closedTo: closedTo.length }}
        onClose={() => setAnswered(['told'])}
      />
    );
  const rows = {
    share: closedTo,
    roles: differ.map(({ there: row }) => row),
    end: openTo,
  }[question];
  const who =
    rows.length === 1
      ? (rows[0]?.person.name ?? '')
      : t('filePanels.people.count', { count: rows.length });
  const names = { who, name, to: target.name };
  const onAnswered = (): void => setAnswered([...answered, question]);
  const words = `filePanels.people.moved.${question}` as const;
  return (
    <ConfirmDialog
      key={question}
      title={t(`${words}Title`, names)}
      isOpen
      danger={question === 'end'}
      onClose={onAnswered}
      cancelLabel={t(`${words}Not`)}
      confirmLabel={t(words)}
      pending={access.pending}
      onConfirm={() =>
        void access.change(rows, question).then((isChanged) => {
          if (isChanged) onAnswered();
        })
      }
    >
      <p>{t(`${words}Text`, names)}</p>
      {question === 'roles' && <Roles {...{ differ, name, to: target.name }} />}
      <AppErrorNote error={access.error} place="files" />
    </ConfirmDialog>
  );
}

interface RolesProps {
  readonly differ: readonly OtherRole[];
  readonly name: string;
  readonly to: string;
}

function Roles({ differ, name, to }: RolesProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.changedRoles}>
      {differ.map(({ here, there }) => (
        <li key={here.key}>
          {t('filePanels.people.moved.rolesOf', {
            ...{ who: here.person.name, name, to },
            here: t(`files.role.${here.role}`),
            there: t(`files.role.${there.role}`),
          })}
        </li>
      ))}
    </ul>
  );
}

interface ToldProps {
  readonly name: string;
  readonly to: string;
  /** Number of people of the new place who cannot see it. */
  readonly closedTo: number;
  /** Somebody can see it, but not the new place. */
  readonly stays: boolean;
  readonly onClose: () => void;
}

function Told({ name, to, closedTo, stays, onClose }: ToldProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('filePanels.people.moved.toldTitle', { name })}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose} autoFocus>
          {t('app.close')}
        </Button>
      }
    >
      {closedTo > 0 && <p>{t('filePanels.people.moved.toldClosed', { count: closedTo, to })}</p>}
      {stays && <p>{t('filePanels.people.moved.toldStays')}</p>}
      <p>{t('filePanels.people.moved.toldOwner')}</p>
    </Dialog>
  );
}

/** Gives people the role that their row names, or that one may give, or takes their access, in the directory and all below it. */
function useAccessOf(roomId: string, mayGiveRoles: boolean) {
  const setSharing = useSetSharing();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [refused, setRefused] = useState<readonly SharingStep[] | null>(null);
  return {
    ...{ pending, error, refused },
    forget: () => setRefused(null),
    /** Answers whether the server has taken all of it, or said what it refuses. */
    async change(rows: readonly SharingRow[], what: 'share' | 'roles' | 'end'): Promise<boolean> {
      setPending(true);
      setError(null);
      const roleOf = ({ role }: SharingRow): AccessRole => (mayGiveRoles ? role : 'viewer');
      const roles: readonly (AccessRole | null)[] =
        what === 'end' ? [null] : [...new Set(rows.map(roleOf))];
      const missed: SharingStep[] = [];
      let failure: AppError | null = null;
      for (const role of roles) {
        const whom = rows.filter((row) => role === null || roleOf(row) === role);
        const userIds = whom.map(({ person }) => person.userId);
        const result = await setSharing({ roomId, userIds, role, below: true });
        if (result.ok) missed.push(...result.output.filter((step) => step.refused !== null));
        else failure = result.error;
        if (failure !== null) break;
      }
      setPending(false);
      setError(failure);
      if (missed.length > 0) setRefused(missed);
      return failure === null;
    },
  };
}
