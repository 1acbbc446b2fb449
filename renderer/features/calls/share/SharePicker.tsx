// The dialog that chooses a screen or window to share, with a thumbnail of each, tuned for text or motion, and with the computer's sound
// where the system can. A single source is chosen at once; Enter on the chosen picture or a double press shares it. Where the system has a
// picker of its own, this dialog does not appear.
import clsx from 'clsx';
import { AppWindow, CircleCheck, Film, Monitor, Type } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
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
  /** Opens the source that main was told; false: it could not be shared. */
  readonly onShare: (choice: ShareChoice) => Promise<boolean>;
}

interface Offer extends Omit<CaptureSource, 'thumbnail'> {
  /** Stays the same from list to list, although the id changes. */
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

/** Polls the sources that can be shared. If the system has its own picker, the source chosen there is shared at once. */
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
      if (closed.current) return;
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
      // The system's picker is open, or has been answered.
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

/**
 * Focuses the chosen picture, or the first one, once it is there: Enter shares or chooses it. Does nothing if the person has used the
 * dialog already. Call it in the component that renders the pictures: they may come later than the list.
 */
function useFocusOnPictures(pictures: RefObject<HTMLElement | null>, isTouched: () => boolean) {
  const wants = useEffectEvent(() => !isTouched());
  useEffect(() => {
    const here = pictures.current;
    if (here === null || !wants()) return;
    here.querySelector<HTMLElement>('input:checked, input')?.focus();
  }, [pictures]);
}

export function SharePicker(props: SharePickerProps) {
  const { t } = useTranslation();
  const { offers, pending, share } = useOffers(props);
  const { onClose } = props;
  const [kind, setKind] = useState<Kind>('screen');
  const [chosen, setChosen] = useState<Partial<Record<Kind, string>>>({});
  const [preset, setPreset] = useState<SharePreset>('text');
  const [sound, setSound] = useState(false);
  const said = useId();
  const touched = useRef(false);
  const onTouch = (): void => {
    touched.current = true;
  };
  const ready = offers.state === 'ready';
  const countOf = (of: Kind): { count?: number } =>
    ready ? { count: offers.list.filter((one) => one.kind === of).length } : {};
  const visible = offers.list.filter((offer) => offer.kind === kind);
  const only = visible.length === 1 ? visible[0] : undefined;
  const current = visible.find(({ key }) => key === chosen[kind]) ?? only ?? null;
  const go = (offer: Offer | null): void => {
    if (offer === null) return;
    const audio = sound && offers.systemAudio;
    void share({ name: offer.name, preset, audio }, offer.sourceId);
  };
  return (
    <Dialog
      title={t('share.title')}
      isOpen
      onClose={onClose}
      width="xl"
      steady
      actions={
        <>
          <p id={said} role="status" className={styles.said}>
            {visible.length > 0 && t(`share.${current === null ? 'choose' : 'seen'}.${kind}`)}
          </p>
          <Button onPress={onClose}>{t('share.cancel')}</Button>
          <Button
            variant="primary"
            isDisabled={current === null}
            pending={pending}
            aria-describedby={said}
            onPress={() => go(current)}
          >
            {kind === 'screen' ? t('share.shareScreen') : t('share.shareWindow')}
          </Button>
        </>
      }
    >
      <div onKeyDownCapture={onTouch} onPointerDownCapture={onTouch}>
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
        {offers.state === 'loading' && <Coming label={t('share.loading')} />}
        {offers.state === 'refused' && (
          <p className={styles.hint} role="alert">
            {t('share.refused')}
          </p>
        )}
        {ready && visible.length === 0 && (
          <p className={styles.hint}>{t(`share.nothing.${kind}`)}</p>
        )}
        {visible.length > 0 && (
          <Pictures
            label={t(`share.${kind}s`)}
            offers={visible}
            current={current}
            isTouched={() => touched.current}
            onChoose={({ key }) => setChosen({ ...chosen, [kind]: key })}
            onShare={go}
          />
        )}
        <Settings
          {...{ preset, sound, systemAudio: offers.systemAudio }}
          onPreset={setPreset}
          onSound={setSound}
        />
      </div>
    </Dialog>
  );
}

/** Holds the place of the first pictures, so that nothing moves when they come. */
function Coming({ label }: { readonly label: string }) {
  return (
    <div role="status" className={clsx(styles.offers, styles.coming)}>
      <span className={styles.offer}>
        <span className={styles.picture} />
        <span className={styles.caption}>{label}</span>
      </span>
    </div>
  );
}

interface PicturesProps {
  readonly label: string;
  readonly offers: readonly Offer[];
  readonly current: Offer | null;
  /** Whether the person has pressed a key or button in the dialog. */
  readonly isTouched: () => boolean;
  readonly onChoose: (offer: Offer) => void;
  readonly onShare: (offer: Offer) => void;
}

function Pictures({ label, offers, current, isTouched, onChoose, onShare }: PicturesProps) {
  const { t } = useTranslation();
  const pictures = useRef<HTMLDivElement>(null);
  useFocusOnPictures(pictures, isTouched);
  const onKey = (event: KeyboardEvent, offer: Offer): void => {
    // A key that has been held down since it opened the dialog does not count.
    if (event.key !== 'Enter' || event.repeat) return;
    // Enter on a picture that is not chosen yet only chooses it: it may have got the focus by itself.
    if (offer.key === current?.key) onShare(offer);
    else onChoose(offer);
  };
  return (
    <div ref={pictures} role="radiogroup" aria-label={label} className={styles.offers}>
      {offers.map((offer) => (
        <label key={offer.key} className={styles.offer} onDoubleClick={() => onShare(offer)}>
          <input
            type="radio"
            name="capture"
            checked={offer.key === current?.key}
            onChange={() => onChoose(offer)}
            onKeyDown={(event) => onKey(event, offer)}
            className={styles.radio}
          />
          <span className={styles.picture}>
            {offer.url === null ? (
              <span className={styles.bare} aria-hidden="true">
                <Icon icon={offer.kind === 'screen' ? Monitor : AppWindow} size={20} />
                {t('share.noPreview')}
              </span>
            ) : (
              <img src={offer.url} alt="" />
            )}
          </span>
          <span className={styles.caption}>
            <Name cut>{offer.name}</Name>
            {offer.key === current?.key && <Icon icon={CircleCheck} />}
          </span>
        </label>
      ))}
    </div>
  );
}

interface SettingsProps {
  readonly preset: SharePreset;
  readonly sound: boolean;
  readonly systemAudio: boolean;
  readonly onPreset: (preset: SharePreset) => void;
  readonly onSound: (on: boolean) => void;
}

function Settings({ preset, sound, systemAudio, onPreset, onSound }: SettingsProps) {
  const { t } = useTranslation();
  return (
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
          onChange={onPreset}
        />
        <p className={styles.hint}>
          {preset === 'text' ? t('share.textHint') : t('share.motionHint')}
        </p>
      </div>
      <div>
        <h3 className={styles.head}>{t('share.soundHead')}</h3>
        {systemAudio ? (
          <Switch
            label={t('share.sound')}
            hint={t('share.soundHint')}
            isSelected={sound}
            onChange={onSound}
          />
        ) : (
          <p className={styles.hint}>{t('share.noSound')}</p>
        )}
      </div>
    </div>
  );
}
