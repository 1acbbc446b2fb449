// The sound of the others in a group call, and of what they share.
import { Sound } from '../stage/Sound';
import { useGroupState } from './context';
import { useVolume } from './volumes';

export function GroupSounds() {
  const { call } = useGroupState();
  return (call?.participants ?? []).flatMap(({ key, userId, sound, screenSound }) =>
    [sound, screenSound].map((stream, index) =>
      stream === null ? null : (
        <GroupSound key={`${key} ${index}`} stream={stream} userId={userId} />
      ),
    ),
  );
}

function GroupSound({ stream, userId }: { readonly stream: MediaStream; readonly userId: string }) {
  return <Sound stream={stream} volume={useVolume(userId)} />;
}
