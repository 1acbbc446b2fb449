// Pinned messages in an engine in memory.
import type { EngineContract } from '#contract/engine';
import type { PinnedMessage } from '#contract/areas/timelineModels';
import type { CallArgs } from '#contract/wire/shapes';
import type { World } from './fakeEngine';

/** Of texts only, which is what the stories pin. */
export const pinnedOf = (
  { timelines, pinned }: Pick<World, 'timelines' | 'pinned'>,
  roomId: string,
): readonly PinnedMessage[] =>
  (pinned[roomId] ?? []).toReversed().map((eventId) => {
    const item = timelines[roomId]?.find(
      (one) => one.kind === 'message' && one.eventId === eventId,
    );
    if (item?.kind !== 'message')
      return { key: eventId, eventId, sender: null, preview: null, sentAtMs: null };
    const { sender, mine, sentAtMs, trust, body } = item;
    const text = 'text' in body ? body.text : '';
    const preview = { kind: 'text' as const, text, mine, trust, senderName: sender.name };
    return { key: eventId, eventId, sender, sentAtMs, preview };
  });

export function setPinned(
  { roomId, eventId, on }: CallArgs<EngineContract, 'setPinned'>,
  { world, update }: { readonly world: World; readonly update: (change: Partial<World>) => void },
): Record<string, never> {
  const rest = (world.pinned[roomId] ?? []).filter((id) => id !== eventId);
  update({ pinned: { ...world.pinned, [roomId]: on ? [...rest, eventId] : rest } });
  return {};
}
