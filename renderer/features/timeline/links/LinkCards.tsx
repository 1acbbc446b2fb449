// Preview cards for the links of a message: the preview that the sender included, or the homeserver's, if the reader has turned that on.
import { EyeOff, MoreHorizontal, X } from 'lucide-react';
import { find } from 'linkifyjs';
import { useContext, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import links from '#contract/locales/links.en.json';
import type { FormattedText, LinkPreview } from '#contract/areas/messages/messageModels';
import { useMediaUrl } from '#app/context';
import { useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useLinkSettings } from '#app/places/linkSettings';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton } from '#ui/overlays/Menu';
import { OpenLink } from '../html/Link';
import { safeLink } from '../html/sanitise';
import { frameOf } from '../media/frame';
import styles from './LinkCards.module.css';

addWords(links);

interface LinkCardsProps {
  readonly roomId: string;
  /** Key of the message. */
  readonly itemKey: string;
  readonly sentAtMs: number;
  readonly words: FormattedText;
}

/** The first web page in a text. */
export function firstPage(text: string): string | null {
  const found = find(text.slice(0, 10_000), 'url').find(({ href }) => /^https?:/i.test(href));
  return found === undefined ? null : safeLink(found.href);
}

/** The homeserver's preview of the page; null until it answers, or if it has none. */
function useServerPreview(
  roomId: string,
  url: string | null,
  sentAtMs: number,
): LinkPreview | null {
  const call = useEngineCall();
  const [found, setFound] = useState<LinkPreview | null>(null);
  useEffect(() => {
    setFound(null);
    if (url === null) return undefined;
    let stale = false;
    void call('linkPreview', { roomId, url, sentAtMs }).then((answer) => {
      if (!stale && answer.ok) setFound(answer.output.preview);
    });
    return () => {
      stale = true;
    };
  }, [call, roomId, url, sentAtMs]);
  return found;
}

export function LinkCards({ roomId, itemKey, sentAtMs, words }: LinkCardsProps): ReactNode {
  const { value: room } = useValue('room', { roomId });
  const settings = useLinkSettings();
  const { previews } = words;
  const here = settings.known && !settings.roomsOff.includes(roomId);
  const ask = here && settings.on && room?.encrypted === false && previews === undefined;
  const found = useServerPreview(roomId, ask ? firstPage(words.text) : null, sentAtMs);
  if (!here || settings.closed.includes(itemKey)) return null;
  const shown = previews ?? (found === null ? [] : [found]);
  return shown.map((preview) => (
    <Card
      key={preview.url}
      preview={preview}
      onClose={() => settings.close(itemKey)}
      onOffHere={() => settings.turnOff(roomId)}
    />
  ));
}

interface CardProps {
  readonly preview: LinkPreview;
  readonly onClose: () => void;
  readonly onOffHere: () => void;
}

function Card({ preview, onClose, onOffHere }: CardProps): ReactNode {
  const { t } = useTranslation();
  const open = useContext(OpenLink);
  const mediaUrl = useMediaUrl();
  const { url, site, title, text, picture } = preview;
  const frame = picture === null ? null : frameOf(picture.width, picture.height, smallBounds);
  return (
    <div className={styles.card} role="group" aria-label={t('links.preview', { site })}>
      {picture !== null && frame !== null && (
        <img
          className={styles.picture}
          style={{ inlineSize: frame.width, blockSize: frame.height }}
          src={mediaUrl(picture.handle) ?? undefined}
          alt=""
          draggable={false}
        />
      )}
      <div className={styles.words}>
        <bdi className={styles.site}>{site}</bdi>
        <a
          href={url}
          title={url}
          rel="noopener noreferrer"
          className={styles.title}
          dir="auto"
          onClick={(event) => {
            event.preventDefault();
            open(url);
          }}
        >
          {title ?? site}
        </a>
        {text !== null && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
      </div>
      <MenuButton
        label={t('links.more')}
        entries={[
          { id: 'close', label: t('links.close'), icon: X, onAction: onClose },
          { id: 'off', label: t('links.offHere'), icon: EyeOff, onAction: onOffHere },
        ]}
      >
        <IconButton label={t('links.more')} icon={MoreHorizontal} size="s" />
      </MenuButton>
    </div>
  );
}

const smallBounds = { width: 96, height: 96 };
