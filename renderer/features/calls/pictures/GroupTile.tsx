// The tile of one device or of a shared screen: its picture, or the avatar if there is none, with marks such as "muted" and "speaking".
import clsx from 'clsx';
import {
  AudioLines,
  CircleAlert,
  Ear,
  Ellipsis,
  LoaderCircle,
  MicOff,
  MonitorUp,
  Pin,
  ShieldAlert,
  ShieldCheck,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { Name } from '#ui/text/Name';
import { formatPercent } from '#ui/text/percent';
import { Face } from './Face';
import { Picture } from './Picture';
import { Screen } from './Screen';
import { GestureMarks } from '../acts/Gestures';
import { useVerifyPerson } from '../acts/useVerifyPerson';
import type { Participant } from '../callTypes';
import type { TileItem } from './tiles';
import { useVolume } from './volumes';
import styles from './GroupTile.module.css';

const legWords = {
  connecting: 'connecting',
  reconnecting: 'reconnecting',
  failed: 'failed',
  left_out: 'leftOut',
  refused: 'refused',
} as const;
/** Icons for tiles that have no room for words. */
const legIcons = {
  connecting: LoaderCircle,
  reconnecting: LoaderCircle,
  failed: CircleAlert,
  left_out: ShieldAlert,
  refused: ShieldAlert,
} as const;

export interface GroupTileProps {
  readonly tile: TileItem;
  /** The call's room; the person is asked there to verify a participant who is left out. */
  readonly roomId: string;
  readonly pinned: boolean;
  readonly small?: boolean;
  /** There are few tiles: the avatar may be large. */
  readonly large?: boolean;
  readonly style?: CSSProperties;
  readonly onPin: () => void;
}

export function GroupTile({
  tile,
  roomId,
  pinned,
  small = false,
  large = false,
  style,
  onPin,
}: GroupTileProps) {
  const { t } = useTranslation();
  const { participant, kind } = tile;
  const { name, own, leg } = participant;
  const shown = own ? t('groupCalls.you') : name;
  const seen = participant.camera?.muted === false;
  const { listens } = participant;
  const label =
    kind === 'camera'
      ? shown
      : own
        ? t('groupCalls.ownScreen')
        : t('groupCalls.tileScreen', { name });
  // A small tile has room for the name; the sign beside it tells of the screen.
  const words = kind === 'screen' && small ? (own ? t('groupCalls.ownScreenShort') : name) : label;
  return (
    <li
      className={clsx(
        styles.tile,
        small && styles.small,
        kind === 'camera' && participant.speaking && seen && styles.speaking,
      )}
      aria-label={label}
      style={style}
    >
      <GroupFace participant={participant} kind={kind} size={small ? 40 : large ? 128 : 72} />
      {leg !== 'connected' && !small && (
        <span className={clsx(styles.state, participant.handRaised && styles.besideHand)}>
          {t(`groupCalls.${legWords[leg]}`)}
        </span>
      )}
      {kind === 'camera' && <GestureMarks participant={participant} small={small} />}
      <span className={styles.label} title={label}>
        {leg !== 'connected' && small && <LegMark leg={leg} />}
        {kind === 'screen' && <Icon icon={MonitorUp} size={12} />}
        {kind === 'camera' && (participant.micMuted || listens) && (
          <span
            role="img"
            aria-label={t(listens ? 'calls.onlyListens' : 'groupCalls.micOff')}
            className={styles.mark}
          >
            <Icon icon={listens ? Ear : MicOff} size={12} />
          </span>
        )}
        {kind === 'camera' && participant.speaking && (
          <span
            role="img"
            aria-label={t('groupCalls.speaking')}
            className={clsx(styles.mark, styles.voice)}
          >
            <Icon icon={AudioLines} size={12} />
          </span>
        )}
        <Name cut>{words}</Name>
        {kind === 'camera' && listens && !small && (
          <span className={styles.listens} aria-hidden="true">
            {t('calls.onlyListens')}
          </span>
        )}
        {pinned && <Icon icon={Pin} size={12} />}
      </span>
      <TileMenu tile={tile} roomId={roomId} pinned={pinned} shown={shown} onPin={onPin} />
    </li>
  );
}

function LegMark({ leg }: { readonly leg: keyof typeof legWords }) {
  const { t } = useTranslation();
  const words = t(`groupCalls.${legWords[leg]}`);
  return (
    <span role="img" aria-label={words} title={words} className={styles.mark}>
      <Icon icon={legIcons[leg]} size={12} />
    </span>
  );
}

export interface GroupFaceProps {
  readonly participant: Participant;
  readonly kind: TileItem['kind'];
  readonly size?: 40 | 72 | 128;
}

/** One participant: the screen, the camera, or the avatar. */
export function GroupFace({ participant, kind, size = 72 }: GroupFaceProps) {
  const { t } = useTranslation();
  const { name, own, userId, avatar } = participant;
  const shown = own ? t('groupCalls.you') : name;
  const picture = kind === 'screen' ? participant.screen : participant.camera;
  if (picture === null || (kind === 'camera' && picture.muted))
    return (
      <Face id={userId} name={name} avatar={avatar} size={size} speaking={participant.speaking} />
    );
  if (kind === 'screen')
    return (
      <Screen
        screen={picture}
        name={own ? null : name}
        label={t('groupCalls.screenOf', { name: shown })}
        small={size === 40}
        className={clsx(styles.picture, styles.screen)}
      />
    );
  return (
    <Picture
      stream={picture.stream}
      label={t('groupCalls.pictureOf', { name: shown })}
      className={clsx(styles.picture, own && styles.mirrored)}
    />
  );
}

interface VerifyButtonProps {
  readonly userId: string;
  readonly roomId: string;
  /** Called when the verification starts, to close the dialog or card around the button. */
  readonly onBegin: () => void;
}

function VerifyButton({ userId, roomId, onBegin }: VerifyButtonProps) {
  const { t } = useTranslation();
  const { verify, pending } = useVerifyPerson();
  return (
    <Button
      size="s"
      icon={ShieldCheck}
      pending={pending}
      onPress={() => {
        onBegin();
        void verify({ userId, roomId });
      }}
    >
      {t('groupCalls.verify')}
    </Button>
  );
}

interface TileMenuProps extends Omit<GroupTileProps, 'small' | 'large' | 'style'> {
  readonly shown: string;
}

function TileMenu({ tile, roomId, pinned, shown, onPin }: TileMenuProps) {
  const { t, i18n } = useTranslation();
  const { userId, own, leg } = tile.participant;
  const [volume, setVolume] = useVolume(userId);
  return (
    <DialogTrigger>
      <IconButton
        label={t('groupCalls.moreFor', { name: shown })}
        icon={Ellipsis}
        size="s"
        className={styles.more}
      />
      <Popover placement="bottom end" className={styles.popover}>
        <Dialog aria-label={t('groupCalls.moreFor', { name: shown })} className={styles.menu}>
          {({ close }) => (
            <>
              <Button size="s" icon={Pin} onPress={onPin}>
                {pinned ? t('groupCalls.unpin') : t('groupCalls.pin')}
              </Button>
              {(leg === 'left_out' || leg === 'refused') && (
                <VerifyButton userId={userId} roomId={roomId} onBegin={close} />
              )}
              {!own && (
                <label className={styles.volume}>
                  <span>{t('groupCalls.volume', { name: shown })}</span>
                  <span className={styles.amount} aria-hidden="true">
                    {formatPercent(volume, i18n.language)}
                  </span>
                  <input
                    type="range"
                    min={0}
                    max={100}
                    step={5}
                    value={Math.round(volume * 100)}
                    onChange={(event) => setVolume(Number(event.target.value) / 100)}
                  />
                </label>
              )}
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
