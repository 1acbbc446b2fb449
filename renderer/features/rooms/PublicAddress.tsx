// The address of a new public room: follows its name until somebody types another one. Afterwards it is said where the server does not list
// the room.
import { useState } from 'react';
import { serverNameOf } from '#contract/plainNames';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { TextField } from '#ui/controls/TextField';
import { useToasts } from '#ui/overlays/Toasts';
import { copyText } from '#ui/text/copyText';
import { isolate, isolateLtr } from '#ui/text/isolate';
import styles from './NewChat.module.css';

const shape = /^[^\s:#\0]+$/u;
const longest = 200;

/** Letters and digits of any script; what is between them becomes one hyphen. */
const addressOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60);

export interface PublicAddress {
  readonly text: string;
  readonly server: string;
  /** Undefined: none is wanted. Null: what is written is no address. */
  readonly alias: string | undefined | null;
  readonly type: (text: string) => void;
}

export function usePublicAddress(name: string): PublicAddress {
  const { value: session } = useValue('session', {});
  const server = serverNameOf(session?.userId ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? addressOf(name);
  const written = text.trim().replace(/^#/, '').replace(`:${server}`, '');
  const sound = shape.test(written) ? written : null;
  return { text, server, alias: written === '' ? undefined : sound, type: setTyped };
}

export function AddressField({ address }: { readonly address: PublicAddress }) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('newChat.ownAddress')}
      prefix="#"
      suffix={<span className={styles.server}>:{address.server}</span>}
      hint={t('newChat.ownAddressHint')}
      value={address.text}
      maxLength={longest}
      onChange={address.type}
      error={address.alias === null ? t('newChat.ownAddressBad') : null}
    />
  );
}

/** No line of words ends at its hyphens. */
const unbroken = (address: string): string => address.replaceAll('-', '-\u2060');

interface New {
  readonly roomId: string;
  readonly listed?: boolean | undefined;
}

/** Tells whoever made a public room that the server does not list it. */
export function useListedNotice(): (made: New, name: string, address: PublicAddress) => void {
  const { t } = useTranslation();
  const toasts = useToasts();
  return ({ roomId, listed }, name, { alias, server }) => {
    if (listed !== false) return;
    const full = `#${alias ?? ''}:${server}`;
    const copy = async (): Promise<void> => {
      if (await copyText(full)) toasts.show({ text: t('timeline.copied') });
    };
    if (alias == null)
      toasts.show({
        text: t('newChat.notListedNoAddress', { name: isolate(name) }),
        stays: true,
        about: roomId,
      });
    else
      toasts.show({
        text: t('newChat.notListed', { name: isolate(name), address: isolateLtr(unbroken(full)) }),
        stays: true,
        about: roomId,
        action: { label: t('newChat.copyAddress'), onPress: () => void copy() },
      });
  };
}
