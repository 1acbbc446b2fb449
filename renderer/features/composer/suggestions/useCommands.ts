// The commands for a component. They and their words come in a chunk of their own, with the first slash.
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '#app/words';

type Commands = Pick<typeof import('./commands'), 'commandsFor' | 'typedCommand'>;

/** Rejects when the chunk cannot be loaded; the next call tries again. */
export function useLoadCommands(): () => Promise<Commands> {
  const { i18n } = useTranslation();
  return useCallback(async () => {
    const { commandsFor, typedCommand, words } = await import('./commands');
    if (!i18n.exists('commands.title'))
      i18n.addResourceBundle('en', 'translation', words, true, true);
    return { commandsFor, typedCommand };
  }, [i18n]);
}

/** Null until they are here, and when they cannot be loaded. */
export function useCommands(wanted: boolean): Commands | null {
  const load = useLoadCommands();
  const [commands, setCommands] = useState<Commands | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let current = true;
    load().then(
      (loaded) => current && setCommands(loaded),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [wanted, load]);
  return commands;
}
