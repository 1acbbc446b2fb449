// A new room goes into the space to which the list is set, where this account may add rooms to it, unless the person says otherwise.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { useErrorNotice } from '#app/errors';
import { useCall, useValue } from '#app/hooks';
import { spaceChosen } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Switch } from '#ui/controls/Switch';

export interface IntoSpace {
  /** Null: the list is set to no space, or this account may not add rooms to it. */
  readonly space: { readonly name: string } | null;
  readonly chosen: boolean;
  readonly choose: (on: boolean) => void;
  /** It says who can come in, where the room is not public; null: as in a room of no space. */
  readonly hint: string | null;
  /** For `createRoom`. */
  readonly asked: { readonly forSpace?: string };
  readonly pending: boolean;
  /** Puts the room there once it is made. Its row can be seen afterwards, also where it is in no space or the server refused. */
  readonly put: (roomId: string, room: string) => Promise<void>;
}

export function useIntoSpace(): IntoSpace {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const tellFailure = useErrorNotice();
  const add = useCall('setSpaceRoom');
  const [chosen, choose] = useState(true);
  const listed = useAppSelector((state) => state.navigation.spaceId);
  // Whatever the list shows meanwhile, the dialog goes on as it was opened.
  const [spaceId] = useState(listed);
  const query = spaceId === null ? null : { roomId: spaceId };
  const { value: header } = useValue('room', query);
  const { value: administration } = useValue('roomAdministration', query);
  const isOffered = header !== undefined && administration?.may.spaceRooms === true;
  const name = header?.name ?? '';
  const isInto = spaceId !== null && isOffered && chosen;
  return {
    space: isOffered ? { name } : null,
    chosen,
    choose,
    hint: isInto ? t('spaces.forPeople', { name }) : null,
    asked: isInto ? { forSpace: spaceId } : {},
    pending: add.pending,
    put: async (roomId, room) => {
      if (spaceId === null) return;
      const result = isInto ? await add.run({ spaceId, roomId, in: true }) : null;
      if (result?.ok === true) return;
      if (result !== null) tellFailure(result.error, 'general', t('spaces.notPut', { room, name }));
      dispatch(spaceChosen(null));
    },
  };
}

export function SpaceChoice({ into }: { readonly into: IntoSpace }) {
  const { t } = useTranslation();
  const { space, chosen, choose } = into;
  if (space === null) return null;
  return (
    <Switch
      label={t('spaces.into', space)}
      hint={t(chosen ? 'spaces.intoHint' : 'spaces.outside')}
      isSelected={chosen}
      onChange={choose}
    />
  );
}
