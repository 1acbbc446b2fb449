// The name and the topic as they are typed: kept while another part of the dialog is shown, until they are saved or given up.
import { useState } from 'react';
import type { AppError } from '#contract/wire/errors';
import { useCall } from '#app/hooks';

export interface ProfileField {
  /** The typed words, else those of the room. */
  readonly text: string;
  readonly isChanged: boolean;
  readonly pending: boolean;
  readonly error: AppError | null;
  readonly type: (text: string) => void;
  /** Resolves with whether the server took it. */
  readonly save: () => Promise<boolean>;
}

export interface ProfileFields {
  readonly name: ProfileField;
  readonly topic: ProfileField;
}

function useField(
  now: string,
  { pending, error }: Pick<ProfileField, 'pending' | 'error'>,
  put: (text: string) => Promise<{ readonly ok: boolean }>,
): ProfileField {
  const [typed, type] = useState<string | null>(null);
  const wanted = typed?.trim() ?? now;
  return {
    ...{ text: typed ?? now, isChanged: wanted !== now, pending, error, type },
    save: async () => {
      const { ok } = await put(wanted);
      if (ok) type(null);
      return ok;
    },
  };
}

/** @param name and `topic`: those of the room; empty where there are none */
export function useProfileFields(roomId: string, name: string, topic: string): ProfileFields {
  const rename = useCall('renameRoom');
  const setTopic = useCall('setTopic');
  return {
    name: useField(name, rename, (wanted) => rename.run({ roomId, name: wanted })),
    topic: useField(topic, setTopic, (wanted) => setTopic.run({ roomId, topic: wanted })),
  };
}
