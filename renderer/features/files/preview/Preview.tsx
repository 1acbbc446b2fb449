// One file over everything, with the way to its neighbours. What cannot be shown safely here is a card with the ways to open it.
import {
  ChevronLeft,
  ChevronRight,
  Copy,
  Download,
  ExternalLink,
  FolderInput,
  FolderOpen,
  Forward,
  MessageSquareText,
  Search,
  TriangleAlert,
  X,
} from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Heading } from 'react-aria-components';
import { useTranslation } from '#app/words';
import type { MediaRef } from '#contract/areas/messages/messageModels';
import { addWords } from '#app/i18n';
import filePanels from '#contract/locales/filePanels.en.json';
import { useMediaUrl } from '#app/context';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { FactLine } from '#ui/text/FactLine';
import { FileName } from '#ui/text/FileName';
import { keyNames } from '#ui/focus/keys';
import { Name } from '#ui/text/Name';
import { useToasts } from '#ui/overlays/Toasts';
import { Viewer, ViewerBar } from '#ui/overlays/Viewer';
import { formatSize } from '#ui/text/time';
import { useFileActs } from '../acts/useFileActs';
import { KindIcon } from '../KindIcon';
import { isRisky, kindWord, problemWords, warningWords } from '../words';
import { copyPicture } from './copyPicture';
import { FindBar } from './find/FindBar';
import type { Finding } from './find/finding';
import { useFind } from './find/useFind';
import { ImageView } from './ImageView';
import { MarkdownView } from './MarkdownView';
import { PdfView } from './PdfView';
import { PlayerView } from './PlayerView';
import { viewOf, type Previewed, type View } from './previewed';
import { TextView } from './TextView';
import styles from './Preview.module.css';

addWords(filePanels);

export interface PreviewProps {
  readonly items: readonly Previewed[];
  readonly index: number;
  readonly onIndex: (index: number) => void;
  readonly onClose: () => void;
  /** Shows the file where it is: in its folder or its room. */
  readonly onGoTo?: (index: number) => void;
  /** Acts on the message that brought the file: sending a copy, and showing it in its room. */
  readonly message?: {
    /** Absent where nothing can be passed on. */
    readonly onForward?: (index: number) => void;
    /** Puts the file into a folder. */
    readonly onSaveTo?: (index: number) => void;
    readonly onShow: (index: number) => void;
  };
  /** Words of the text of a file that led to it: they are looked for from the begin. */
  readonly words?: (index: number) => readonly string[];
  /** Stands on a card in place of the file: whose it is. */
  readonly origin?: (index: number) => ReactNode;
  /** Stands below the file: who sent it and what they said about it. */
  readonly about?: (index: number) => ReactNode;
}

/** Views with a text that can be looked through. */
const findable: ReadonlySet<View> = new Set(['text', 'markdown', 'pdf']);

const noWords: readonly string[] = [];

/** Keys that a player, a text or a picture uses itself. */
const usesArrows = (target: EventTarget): boolean =>
  target instanceof HTMLMediaElement ||
  (target instanceof HTMLElement && target.scrollWidth > target.clientWidth + 1);

export function Preview(props: PreviewProps) {
  const { items, index, onIndex, onClose, onGoTo, message, words, origin, about } = props;
  const { t } = useTranslation();
  const { onForward, onSaveTo } = message ?? {};
  const file = items[index];
  const go = (to: number): void => {
    if (to >= 0 && to < items.length) onIndex(to);
  };
  const root = useRef<HTMLDivElement>(null);
  const key = file?.key;
  const find = useFind({
    key: key ?? '',
    canFind: file !== undefined && findable.has(viewOf(file)),
    words: words?.(index) ?? noWords,
    root,
  });
  useEffect(() => {
    // The focused element went away with the file before.
    const { current } = root;
    if (current !== null && !current.contains(document.activeElement)) current.focus();
  }, [key]);
  if (file === undefined) return null;
  const forward = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1);
  const place = t('filePanels.preview.place', { index: index + 1, count: items.length });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (find.onKey(event)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || usesArrows(event.target)) return;
    if (event.key === 'ArrowRight') go(index + forward());
    else if (event.key === 'ArrowLeft') go(index - forward());
  };
  return (
    <Viewer onClose={onClose}>
      <div ref={root} className={styles.whole} tabIndex={-1} data-preview onKeyDown={onKeyDown}>
        <Header
          file={file}
          place={items.length > 1 ? place : null}
          onClose={onClose}
          onFind={find.open}
          {...(onGoTo === undefined ? {} : { onGoTo: () => onGoTo(index) })}
          {...(message === undefined
            ? {}
            : {
                message: {
                  ...(onForward !== undefined && { onForward: () => onForward(index) }),
                  ...(onSaveTo !== undefined && { onSaveTo: () => onSaveTo(index) }),
                  onShow: () => message.onShow(index),
                },
              })}
        />
        <Warnings file={file} />
        <div className={styles.stage}>
          <div className={styles.side}>
            {index > 0 && (
              <IconButton
                size="l"
                label={t('filePanels.preview.previous')}
                icon={ChevronLeft}
                directional
                shortcut="←"
                onPress={() => go(index - 1)}
              />
            )}
          </div>
          <div className={styles.body}>
            {find.isOpen && <FindBar find={find} />}
            <Body key={file.key} file={file} finding={find.finding} origin={origin?.(index)} />
          </div>
          <div className={styles.side}>
            {index < items.length - 1 && (
              <IconButton
                size="l"
                label={t('filePanels.preview.next')}
                icon={ChevronRight}
                directional
                shortcut="→"
                onPress={() => go(index + 1)}
              />
            )}
          </div>
        </div>
        {about !== undefined && <div className={styles.about}>{about(index)}</div>}
      </div>
    </Viewer>
  );
}

function Header({
  file,
  place,
  onClose,
  onFind,
  onGoTo,
  message,
}: {
  readonly file: Previewed;
  readonly place: string | null;
  readonly onClose: () => void;
  readonly onFind: () => void;
  readonly onGoTo?: () => void;
  readonly message?: {
    readonly onForward?: () => void;
    readonly onSaveTo?: () => void;
    readonly onShow: () => void;
  };
}) {
  const { t, i18n } = useTranslation();
  const acts = useFileActs();
  const usable = file.media !== null && file.media.broken === null && file.problem === null;
  const size = file.sizeBytes === null ? null : formatSize(file.sizeBytes, i18n.language);
  return (
    <ViewerBar>
      <div className={styles.title}>
        <Heading slot="title" level={2}>
          <FileName extension={file.extension}>{file.name}</FileName>
        </Heading>
        <span className={styles.meta}>
          <FactLine all={[size, place]} />
        </span>
      </div>
      {findable.has(viewOf(file)) && (
        <IconButton
          label={t('filePanels.preview.find')}
          icon={Search}
          shortcut={`${keyNames.mod}F`}
          onPress={onFind}
        />
      )}
      {onGoTo !== undefined && (
        <IconButton label={t('filePanels.preview.goTo')} icon={FolderOpen} onPress={onGoTo} />
      )}
      {message !== undefined && (
        <>
          <IconButton
            label={t('filePanels.preview.toMessage')}
            icon={MessageSquareText}
            onPress={message.onShow}
          />
          {message.onForward !== undefined && (
            <IconButton
              label={t('timeline.action.forward')}
              icon={Forward}
              directional
              onPress={message.onForward}
            />
          )}
        </>
      )}
      {usable && message?.onSaveTo !== undefined && (
        <IconButton
          label={t('filePanels.saveTo.action')}
          icon={FolderInput}
          onPress={message.onSaveTo}
        />
      )}
      {usable && viewOf(file) === 'image' && <CopyPicture media={file.media} />}
      {/* A file that may do harm is opened by the words below its reason alone. */}
      {usable && !isRisky(file.warnings) && (
        <IconButton
          label={t('filePanels.preview.openWith')}
          icon={ExternalLink}
          onPress={() => acts.open(file)}
        />
      )}
      {usable && (
        <IconButton
          label={t('filePanels.save')}
          icon={Download}
          onPress={() => acts.save([file])}
        />
      )}
      <IconButton label={t('filePanels.preview.close')} icon={X} shortcut="Esc" onPress={onClose} />
    </ViewerBar>
  );
}

function CopyPicture({ media }: { readonly media: MediaRef | null }) {
  const { t } = useTranslation();
  const url = useMediaUrl()(media?.handle ?? null);
  const toasts = useToasts();
  const copy = async (from: string): Promise<void> => {
    const done = await copyPicture(from);
    toasts.show({ text: t(done ? 'filePanels.preview.copied' : 'filePanels.preview.notCopied') });
  };
  return (
    <IconButton
      label={t('filePanels.preview.copy')}
      icon={Copy}
      onPress={() => url !== null && void copy(url)}
    />
  );
}

const runs = ({ warnings }: Previewed): boolean => warnings.includes('runs');

/** Null: the warning above a program says it. */
function whyNotShown(file: Previewed): 'notShown' | 'notHere' | null {
  if (runs(file)) return null;
  return isRisky(file.warnings) ? 'notShown' : 'notHere';
}

function Warnings({ file }: { readonly file: Previewed }) {
  const { t, i18n } = useTranslation();
  if (file.warnings.length === 0) return null;
  const said = file.warnings.map((warning) =>
    t(`filePanels.preview.warns.${warning === 'type' && runs(file) ? 'disguised' : warning}`),
  );
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(said);
  const more = isRisky(file.warnings)
    ? t('files.warning.onlyIfTrusted')
    : warningWords(t, 'name').text;
  return (
    <div className={styles.warning} role="note">
      <Icon icon={TriangleAlert} />
      <span>
        <strong>{t('filePanels.preview.warned', { list })}</strong> {more}
      </span>
    </div>
  );
}

interface BodyProps {
  readonly file: Previewed;
  readonly finding: Finding;
  readonly origin: ReactNode;
}

function Body({ file, finding, origin }: BodyProps): ReactNode {
  const { media } = file;
  const view = viewOf(file);
  if (media === null || view === 'card') return <Card file={file} origin={origin} />;
  switch (view) {
    case 'image':
      return <ImageView name={file.name} media={media} />;
    case 'video':
    case 'audio':
      return <PlayerView kind={view} name={file.name} media={media} />;
    case 'text':
      return (
        <TextView name={file.name} extension={file.extension} media={media} finding={finding} />
      );
    case 'markdown':
      return <MarkdownView name={file.name} media={media} finding={finding} />;
    case 'pdf':
      return (
        <PdfView
          name={file.name}
          media={media}
          finding={finding}
          fallback={(text) => <Card file={file} text={text} origin={origin} />}
        />
      );
    default:
      return view satisfies never;
  }
}

interface CardProps {
  readonly file: Previewed;
  readonly text?: string;
  readonly origin: ReactNode;
}

function Card({ file, text, origin }: CardProps) {
  const { t, i18n } = useTranslation();
  const acts = useFileActs();
  const { problem, media, sizeBytes } = file;
  const risky = isRisky(file.warnings);
  const usable = media !== null && media.broken === null && problem === null;
  const why = whyNotShown(file);
  const said =
    problem !== null
      ? problemWords(t, problem).text
      : media === null || media.broken !== null
        ? t('filePanels.preview.failed')
        : (text ?? (why === null ? null : t(`filePanels.preview.${why}`)));
  return (
    <div className={styles.center}>
      <div className={styles.card}>
        <KindIcon kind={risky ? 'risky' : file.fileKind} size="l" />
        <div className={styles.what}>
          <Name className={styles.name}>{file.name}</Name>
          <span className={styles.meta}>
            <FactLine
              all={[
                runs(file) ? t('filePanels.preview.program') : kindWord(t, file.fileKind),
                sizeBytes === null ? null : formatSize(sizeBytes, i18n.language),
              ]}
            />
          </span>
          {origin}
        </div>
        {said !== null && <p>{said}</p>}
        {problem === 'sent_in_clear' && media !== null && media.broken === null && (
          <div className={styles.buttons}>
            <Button variant="textDanger" icon={ExternalLink} onPress={() => acts.open(file)}>
              {t('filePanels.preview.openAnyway')}
            </Button>
          </div>
        )}
        {usable && (
          <div className={styles.buttons}>
            <Button variant="secondary" icon={Download} onPress={() => acts.save([file])}>
              {t('filePanels.save')}
            </Button>
            <Button
              variant={risky ? 'quiet' : 'primary'}
              icon={ExternalLink}
              className={risky ? styles.risky : undefined}
              onPress={() => acts.open(file)}
            >
              {t(`filePanels.preview.${risky ? 'openAnyway' : 'openWith'}`)}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
