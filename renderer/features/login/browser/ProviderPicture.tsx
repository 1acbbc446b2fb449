// The picture of a provider of a single sign-on; a plain mark until it is there, and where there is none.
import { LogIn } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useEngineCall } from '#app/hooks';
import { Icon } from '#ui/marks/Icon';
import styles from '../Login.module.css';

export interface ProviderPictureProps {
  readonly server: string;
  /** Null: the server names none. */
  readonly icon: string | null;
}

export function ProviderPicture({ server, icon }: ProviderPictureProps) {
  const call = useEngineCall();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let gone = false;
    const load = async (): Promise<void> => {
      const result = icon === null ? null : await call('providerPicture', { server, icon });
      const picture = result?.ok === true ? result.output.picture : null;
      if (gone || picture === null) return;
      const bytes = new Uint8Array(picture.bytes);
      made = URL.createObjectURL(new Blob([bytes], { type: picture.mimeType }));
      setUrl(made);
    };
    void load();
    return () => {
      gone = true;
      if (made !== null) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [call, server, icon]);
  if (url === null) return <Icon icon={LogIn} />;
  return <img src={url} alt="" className={styles.picture} />;
}
