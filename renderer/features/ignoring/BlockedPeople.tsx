// The list of ignored users, with a button to unblock each. Must not decide what blocking means.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { SettingRow } from '#ui/controls/SettingRow';
import { useIgnoring } from './useIgnoring';

export function BlockedPeople(): ReactNode {
  const { t } = useTranslation();
  const { value } = useValue('ignoredPeople', {});
  const { set, pending } = useIgnoring();
  if (value === undefined) return null;
  const { people } = value;
  return (
    <section aria-label={t('ignoring.title')}>
      <SettingRow
        title={t('ignoring.title')}
        text={people.length === 0 ? t('ignoring.none') : t('ignoring.hint')}
      />
      {people.map((person) => (
        <SettingRow
          key={person.userId}
          picture={
            <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={32} />
          }
          title={<Name>{person.name}</Name>}
          text={person.name === person.userId ? undefined : <bdi>{person.userId}</bdi>}
        >
          <Button
            aria-label={t('ignoring.unblockNamed', { name: isolate(person.name) })}
            pending={pending === person.userId}
            onPress={() => void set(person, false)}
          >
            {t('ignoring.unblock')}
          </Button>
        </SettingRow>
      ))}
    </section>
  );
}
