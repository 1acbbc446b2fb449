// One question for all files of a drop, a paste, a move or a copy: what to do with names that are taken, and what cannot go along.
import { CircleAlert } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#app/words';
import { Radio, RadioGroup } from 'react-aria-components';
import { Clash, type UploadPlan } from '#contract/areas/files/transfersModels';
import type { z } from 'zod';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Icon } from '#ui/marks/Icon';
import { isolate, isolateLtr } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import styles from './ClashDialog.module.css';

export interface ClashDialogProps {
  /** Names that exist in the target already. */
  readonly clashes: readonly string[];
  /** Folders among the clashes: the one that is there is filled, unless both are kept. */
  readonly folders?: readonly string[] | undefined;
  /** The clashes that somebody else has locked. */
  readonly locked?: z.infer<typeof UploadPlan>['locked'];
  readonly tooLarge?: readonly string[];
  readonly unreadable?: readonly string[];
  /** Files that go along without some of their older versions. */
  readonly versionsStay?: readonly string[];
  /** In words, for what is too large; null when the server does not say. */
  readonly limit?: string | null;
  /** No file can be uploaded. */
  readonly nothingLeft?: boolean;
  readonly targetName?: string;
  readonly onChoose: (clash: Clash) => void;
  readonly onClose: () => void;
}

const choices: readonly Clash[] = ['keep_both', 'new_version', 'skip'];

export function ClashDialog(props: ClashDialogProps) {
  const { clashes, tooLarge = [], unreadable = [], limit = null, nothingLeft = false } = props;
  const { targetName, onChoose, onClose, locked = [], versionsStay = [], folders = [] } = props;
  // Replacing is offered only if at least one file can be replaced.
  const offered = choices.filter((one) => one !== 'new_version' || locked.length < clashes.length);
  const { t } = useTranslation();
  const [choice, setChoice] = useState<Clash>('keep_both');
  /** Enter confirms, as in a form: a choice has no Enter of its own. */
  const onEnter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.repeat) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(choice);
  };
  const asks = clashes.length > 0;
  const count = clashes.length;
  const areFolders = asks && folders.length === count;
  const words = areFolders ? ('files.clash.folder' as const) : ('files.clash' as const);
  const title = asks
    ? t('files.clash.title', { count: clashes.length })
    : tooLarge.length + unreadable.length > 0
      ? t('files.clash.refusedTitle', { count: tooLarge.length + unreadable.length })
      : t('files.clash.versionsTitle');
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        nothingLeft ? (
          <Button variant="primary" onPress={onClose} autoFocus>
            {t('app.close')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('app.cancel')}</Button>
            <Button variant="primary" onPress={() => onChoose(choice)}>
              {t('files.clash.go')}
            </Button>
          </>
        )
      }
    >
      {asks && targetName !== undefined && (
        <p className={styles.lead}>{t(`${words}.where`, { name: targetName, count })}</p>
      )}
      {asks && <Names names={clashes} />}
      {folders.length > 0 && !areFolders && (
        <p className={styles.lead}>{t('files.clash.filled')}</p>
      )}
      {locked.map(({ name, by }) => (
        <p key={name} className={styles.lead}>
          {t('files.clash.locked', { who: isolate(by), name: isolateLtr(name) })}
        </p>
      ))}
      {asks && !nothingLeft && (
        <div onKeyDownCapture={onEnter}>
          <RadioGroup
            aria-label={title}
            value={choice}
            onChange={(next) => setChoice(Clash.parse(next))}
            className={styles.choices}
          >
            {offered.map((one) => (
              <Radio key={one} value={one} autoFocus={one === choice} className={styles.choice}>
                <span className={styles.dot} />
                <span>
                  <span className={styles.name}>{t(`${words}.${one}`, { count })}</span>
                  <span className={styles.hint}>{t(`${words}.${one}_hint`, { count })}</span>
                </span>
              </Radio>
            ))}
          </RadioGroup>
        </div>
      )}
      {tooLarge.length > 0 && (
        <Refused
          text={
            limit === null
              ? t('files.clash.tooLarge', { count: tooLarge.length })
              : t('files.clash.tooLargeLimit', { count: tooLarge.length, limit })
          }
          names={tooLarge}
        />
      )}
      {unreadable.length > 0 && (
        <Refused
          text={t('files.clash.unreadable', { count: unreadable.length })}
          names={unreadable}
        />
      )}
      {versionsStay.length > 0 && (
        <Refused
          text={t('files.clash.versionsStay', { count: versionsStay.length })}
          names={versionsStay}
        />
      )}
    </Dialog>
  );
}

function Refused({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  return (
    <div className={styles.refused}>
      <p>
        <Icon icon={CircleAlert} />
        <span>{text}</span>
      </p>
      <Names names={names} />
    </div>
  );
}

const mostNames = 200;

function Names({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation();
  const id = useId();
  const rest = names.length - mostNames;
  return (
    // Long lists scroll, so they take the focus.
    <ul
      className={styles.names}
      tabIndex={names.length > 4 ? 0 : -1}
      aria-label={t('files.clash.names')}
    >
      {names.slice(0, mostNames).map((name, index) => (
        <li key={`${id}${index}`}>
          <Name>{name}</Name>
        </li>
      ))}
      {rest > 0 && <li className={styles.hint}>{t('files.clash.more', { count: rest })}</li>}
    </ul>
  );
}
