// What to share: screens and windows with a picture of each, tuned for text or motion, with the computer's sound where the system can. Where
// the system has a picker of its own, this one does not stand in its way.
import { AppWindow, CircleCheck, Film, Monitor, Type } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { CaptureSource } from '#contract/shell';
import { useShell } from '#app/context';
import { resultOf } from '#app/result';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import { Segmented } from '#ui/controls/Segmented';
import { Switch } from '#ui/controls/Switch';
import type { ShareChoice, SharePreset } from '../callTypes';
import styles from './SharePicker.module.css';

export interface SharePickerProps {
  readonly onClose: () => void;
  /** Opens what main was told; false: it did not come about. */
  readonly onShare: (choice: ShareChoice) => Promise<boolean>;
}

interface Offer extends Omit<CaptureSource, 'thumbnail'> {
  /** Stays the same from list to list, where the id does not. */
  readonly key: string;
  readonly url: string | null;
}

type Kind = CaptureSource['kind'];

interface Offers {
  readonly state: 'loading' | 'ready' | 'refused';
  readonly systemAudio: boolean;
  readonly list: readonly Offer[];
}

const refreshMs = 2_000;

function offersOf(sources: readonly CaptureSource[]): Offer[] {
  const seen = new Map<string, number>();
  return sources.map(({ thumbnail, ...rest }) => {
    const name = `${rest.kind} ${rest.name}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const url =
      thumbnail === null
        ? null
        : URL.createObjectURL(new Blob([new Uint8Array(thumbnail)], { type: 'image/png' }));
    return { ...rest, key: `${name} ${count}`, url };
  });
}

const forget = (list: readonly Offer[]): void =>
  list.forEach(({ url }) => {
    if (url !== null) URL.revokeObjectURL(url);
  });

/** What there is to share, looked for again and again; where the system asks by itself, what it was given is shared at once. */
function useOffers({ onClose, onShare }: SharePickerProps) {
  const shell = useShell();
  const [offers, setOffers] = useState<Offers>({
    state: 'loading',
    systemAudio: false,
    list: [],
  });
  const [pending, setPending] = useState(false);
  const closed = useRef(false);
  const shown = useRef<readonly Offer[]>([]);

  const share = useCallback(
    async (choice: ShareChoice, sourceId: string | null): Promise<void> => {
      closed.current = true;
      setPending(true);
      const audio = choice.audio;
      if (sourceId !== null) await resultOf(shell.call('chooseCapture', { sourceId, audio }));
      await onShare(choice);
      onClose();
    },
    [shell, onShare, onClose],
  );

  const look = useCallback(async (): Promise<boolean> => {
    const answer = await resultOf(shell.call('captureSources', {}));
    if (closed.current) return false;
    if (!answer.ok) {
      setOffers((before) => (before.state === 'ready' ? before : { ...before, state: 'refused' }));
      return false;
    }
    const { picker, systemAudio, sources } = answer.output;
    if (picker !== 'own') {
      // The system asks, or has asked already.
      const name = sources[0]?.name ?? '';
      void share({ name, preset: 'text', audio: false }, sources[0]?.sourceId ?? null);
      return false;
    }
    const list = offersOf(sources);
    const before = shown.current;
    shown.current = list;
    setOffers({ state: 'ready', systemAudio, list });
    setTimeout(() => forget(before), refreshMs);
    return true;
  }, [shell, share]);

  useEffect(() => {
    closed.current = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const again = (): void => {
      void look().then((on) => {
        if (on && !closed.current) timer = setTimeout(again, refreshMs);
      });
    };
    again();
    return () => {
      closed.current = true;
      if (timer !== null) clearTimeout(timer);
      forget(shown.current);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once; a choice must not start the list anew
  }, []);

  return { offers, pending, share };
}

export function SharePicker(props: SharePickerProps) {
  const { t } = useTranslation();
  const { offers, pending, share } = useOffers(props);
  const { onClose } = props;
  const [kind, setKind] = useState<Kind>('screen');
  const [chosen, setChosen] = useState<string | null>(null);
  const [preset, setPreset] = useState<SharePreset>('text');
  const [sound, setSound] = useState(false);

  const countOf = (of: Kind): { count?: number } =>
    offers.state === 'ready' ? { count: offers.list.filter((one) => one.kind === of).length } : {};
  const visible = offers.list.filter((offer) => offer.kind === kind);
  const current = visible.find(({ key }) => key === chosen) ?? null;
  const go = (): void => {
    if (current === null) return;
    const audio = sound && offers.systemAudio;
    void share({ name: current.name, preset, audio }, current.sourceId);
  };
  return (
    <Dialog
      title={t('share.title')}
      isOpen
      onClose={onClose}
      width="xl"
      actions={
        <>
          <Button onPress={onClose}>{t('share.cancel')}</Button>
          <Button variant="primary" isDisabled={current === null} pending={pending} onPress={go}>
            {kind === 'screen' ? t('share.shareScreen') : t('share.shareWindow')}
          </Button>
        </>
      }
    >
      <div className={styles.kinds}>
        <Segmented
          label={t('share.kind')}
          value={kind}
          options={[
            { id: 'screen', label: t('share.screens'), icon: Monitor, ...countOf('screen') },
            { id: 'window', label: t('share.windows'), icon: AppWindow, ...countOf('window') },
          ]}
          onChange={setKind}
        />
      </div>
      {offers.state === 'loading' && <p className={styles.hint}>{t('share.loading')}</p>}
      {offers.state === 'refused' && (
        <p className={styles.hint} role="alert">
          {t('share.refused')}
        </p>
      )}
      {offers.state === 'ready' && visible.length === 0 && (
        <p className={styles.hint}>{t('share.none')}</p>
      )}
      <div role="radiogroup" aria-label={t('share.kind')} className={styles.offers}>
        {visible.map((offer) => (
          <label key={offer.key} className={styles.offer}>
            <input
              type="radio"
              name="capture"
              checked={offer.key === chosen}
              onChange={() => setChosen(offer.key)}
              className={styles.radio}
            />
            <span className={styles.picture}>
              {offer.url === null ? (
                <Icon icon={kind === 'screen' ? Monitor : AppWindow} size={20} />
              ) : (
                <img src={offer.url} alt="" />
              )}
            </span>
            <span className={styles.caption}>
              <Name cut>{offer.name}</Name>
              {offer.key === chosen && <Icon icon={CircleCheck} />}
            </span>
          </label>
        ))}
      </div>
      <div className={styles.settings}>
        <div>
          <h3 className={styles.head}>{t('share.tuned')}</h3>
          <Segmented
            label={t('share.tuned')}
            value={preset}
            options={[
              { id: 'text', label: t('share.text'), icon: Type },
              { id: 'motion', label: t('share.motion'), icon: Film },
            ]}
            onChange={setPreset}
          />
          <p className={styles.hint}>
            {preset === 'text' ? t('share.textHint') : t('share.motionHint')}
          </p>
        </div>
        <div>
          <h3 className={styles.head}>{t('share.soundHead')}</h3>
          {offers.systemAudio ? (
            <Switch
              label={t('share.sound')}
              hint={t('share.soundHint')}
              isSelected={sound}
              onChange={setSound}
            />
          ) : (
            <p className={styles.hint}>{t('share.noSound')}</p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
