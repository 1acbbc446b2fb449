// The pictures of one pack, and what can be done with each. Without the right to change the pack, they can only be viewed and copied.
import { Copy, Ellipsis, ImagePlus, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { ManagedPack, PackImage } from '#contract/areas/messages/packs';
import { useMediaUrl } from '#app/context';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { IconButton } from '#ui/controls/IconButton';
import { SmallImage } from '#ui/marks/SmallImage';
import { isolate } from '#ui/text/isolate';
import { MenuButton, type MenuEntry } from '#ui/overlays/Menu';
import { TextDialog } from '#ui/overlays/TextDialog';
import { CopyDialog } from './CopyDialog';
import { isShortcode } from './shapes';
import { usePictures } from './usePictures';
import styles from './Packs.module.css';

interface PackEditorProps {
  readonly pack: ManagedPack;
  /** The displayed name of the pack. */
  readonly name: string;
}

type Asked = 'name' | 'remove' | 'copy' | PackImage | null;

export function PackEditor({ pack, name }: PackEditorProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<Asked>(null);
  const { progress, failures, add } = usePictures(pack);
  const close = (): void => setAsked(null);
  const hasPictures = pack.images.length > 0;
  const entries: readonly MenuEntry[] = [
    { id: 'rename', label: t('packs.rename'), icon: Pencil, onAction: () => setAsked('name') },
    ...(hasPictures
      ? [{ id: 'copy', label: t('packs.copy'), icon: Copy, onAction: () => setAsked('copy') }]
      : []),
    ...(pack.roomId !== null || hasPictures
      ? [
          {
            ...{ id: 'remove', label: t('packs.remove'), icon: Trash2, danger: true },
            onAction: () => setAsked('remove'),
          },
        ]
      : []),
  ];
  return (
    <div className={styles.editor}>
      {pack.attribution !== null && (
        <p className={styles.from}>{t('packs.from', { who: isolate(pack.attribution) })}</p>
      )}
      {!hasPictures ? (
        <p className={styles.none}>{t('packs.empty')}</p>
      ) : (
        <Pictures pack={pack} name={name} onRename={setAsked} />
      )}
      <div className={styles.acts}>
        {pack.mayChange && (
          <Button
            icon={ImagePlus}
            pending={progress !== null}
            onPress={() => field.current?.click()}
          >
            {t('packs.add')}
          </Button>
        )}
        {pack.mayChange ? (
          <MenuButton label={name} entries={entries}>
            <IconButton icon={Ellipsis} label={t('packs.actsOf', { name })} />
          </MenuButton>
        ) : (
          hasPictures && (
            <Button icon={Copy} onPress={() => setAsked('copy')}>
              {t('packs.copy')}
            </Button>
          )
        )}
        {pack.mayChange && (
          <input
            ref={field}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            multiple
            hidden
            data-testid="pack-pictures"
            onChange={({ target }) => {
              void add([...(target.files ?? [])]);
              // Without this, choosing the same file again would fire no event.
              target.value = '';
            }}
          />
        )}
      </div>
      <p role="status" className={styles.progress}>
        {progress !== null && t('packs.adding', { done: progress.done + 1, count: progress.count })}
      </p>
      {failures.length > 0 && (
        <ul role="alert" className={styles.failures}>
          {failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
        </ul>
      )}
      {asked === 'copy' && <CopyDialog pack={pack} name={name} onClose={close} />}
      {asked === 'name' && <NameDialog pack={pack} onClose={close} />}
      {asked === 'remove' && <RemoveDialog pack={pack} name={name} onClose={close} />}
      {asked !== null && typeof asked === 'object' && (
        <ShortcodeDialog pack={pack} image={asked} onClose={close} />
      )}
    </div>
  );
}

interface PicturesProps extends PackEditorProps {
  readonly onRename: (image: PackImage) => void;
}

const uses = {
  both: { emoticon: true, sticker: true },
  emoji: { emoticon: true, sticker: false },
  sticker: { emoticon: false, sticker: true },
} as const;
const purposes = ['both', 'emoji', 'sticker'] as const;

const purposeOf = ({ emoticon, sticker }: PackImage): (typeof purposes)[number] =>
  emoticon && sticker ? 'both' : sticker ? 'sticker' : 'emoji';

function Pictures({ pack, name, onRename }: PicturesProps) {
  const { t } = useTranslation();
  const url = useMediaUrl();
  const setUses = useCall('setPackImageUses');
  const remove = useCall('removePackImage');
  const entriesOf = (image: PackImage): readonly MenuEntry[] => {
    const at = { pack: pack.key, shortcode: image.shortcode };
    return [
      { id: 'rename', label: t('packs.renamePicture'), onAction: () => onRename(image) },
      {
        id: 'uses',
        heading: t('packs.uses'),
        chosen: purposeOf(image),
        options: purposes.map((id) => ({ id, label: t(`packs.use.${id}`) })),
        onChoose: (id) => {
          const chosen = purposes.find((one) => one === id);
          if (chosen !== undefined) void setUses.run({ ...at, ...uses[chosen] });
        },
      },
      { id: 'line', separator: true },
      {
        ...{ id: 'remove', label: t('packs.removePicture'), danger: true },
        onAction: () => void remove.run(at),
      },
    ];
  };
  return (
    <>
      <ul className={styles.pictures} aria-label={t('packs.picturesOf', { name })}>
        {pack.images.map((image) => (
          <li key={image.shortcode} className={styles.picture}>
            <SmallImage src={url(image.handle)} text={image.text} />
            <bdi className={styles.short} title={`:${image.shortcode}:`}>
              :{image.shortcode}:
            </bdi>
            {purposeOf(image) !== 'both' && (
              <span className={styles.only}>{t(`packs.use.${purposeOf(image)}`)}</span>
            )}
            {pack.mayChange && (
              <span className={styles.more}>
                <MenuButton label={image.shortcode} entries={entriesOf(image)}>
                  <IconButton
                    icon={Ellipsis}
                    size="s"
                    label={t('packs.actsOf', { name: image.shortcode })}
                  />
                </MenuButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      <AppErrorNote error={setUses.error ?? remove.error} />
    </>
  );
}

interface AskProps {
  readonly pack: ManagedPack;
  readonly onClose: () => void;
}

function NameDialog({ pack, onClose }: AskProps) {
  const { t } = useTranslation();
  const act = useCall('renamePack');
  const save = async (name: string): Promise<void> => {
    if ((await act.run({ pack: pack.key, name })).ok) onClose();
  };
  return (
    <TextDialog
      title={t('packs.renameTitle')}
      label={t('packs.name')}
      confirmLabel={t('app.save')}
      cancelLabel={t('app.cancel')}
      initial={pack.name}
      maxLength={100}
      pending={act.pending}
      onConfirm={(name) => void save(name)}
      onClose={onClose}
    >
      <AppErrorNote error={act.error} />
    </TextDialog>
  );
}

function ShortcodeDialog({ pack, image, onClose }: AskProps & { readonly image: PackImage }) {
  const { t } = useTranslation();
  const act = useCall('renamePackImage');
  const [bad, setBad] = useState<'shape' | 'taken' | null>(null);
  const save = async (text: string): Promise<void> => {
    const to = text.replace(/^:|:$/g, '');
    const taken = pack.images.some((one) => one !== image && one.shortcode === to);
    const wrong = !isShortcode(to) ? 'shape' : taken ? 'taken' : null;
    setBad(wrong);
    if (wrong !== null) return;
    if ((await act.run({ pack: pack.key, shortcode: image.shortcode, to })).ok) onClose();
  };
  return (
    <TextDialog
      title={t('packs.renamePicture')}
      label={t('packs.shortcode')}
      hint={t('packs.shortcodeHint')}
      confirmLabel={t('app.save')}
      cancelLabel={t('app.cancel')}
      initial={image.shortcode}
      maxLength={100}
      pending={act.pending}
      onConfirm={(text) => void save(text)}
      onClose={onClose}
    >
      {bad !== null && (
        <p role="alert" className={styles.bad}>
          {t(bad === 'shape' ? 'packs.shortcodeBad' : 'packs.shortcodeTaken')}
        </p>
      )}
      <AppErrorNote error={act.error} />
    </TextDialog>
  );
}

function RemoveDialog({ pack, name, onClose }: AskProps & { readonly name: string }) {
  const { t } = useTranslation();
  const act = useCall('removePack');
  const remove = async (): Promise<void> => {
    if ((await act.run({ pack: pack.key })).ok) onClose();
  };
  return (
    <ConfirmDialog
      title={t('packs.removeTitle', { name })}
      isOpen
      danger
      confirmLabel={t('packs.remove')}
      cancelLabel={t('app.cancel')}
      pending={act.pending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{t(pack.roomId === null ? 'packs.removeOwn' : 'packs.removeRoom')}</p>
      <AppErrorNote error={act.error} />
    </ConfirmDialog>
  );
}
