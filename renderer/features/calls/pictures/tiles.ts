// Lists the tiles of a call, chooses the one in the spotlight and the number of columns of a grid. Pure.
export { peopleIn } from '#contract/areas/calls/callNames';
import type { CallSnapshot, Participant } from '../callTypes';

export interface TileItem {
  readonly key: string;
  readonly participant: Participant;
  readonly kind: 'camera' | 'screen';
}

/** Screens come first; every participant has a tile of their own as well. */
export function tilesOf(call: CallSnapshot): TileItem[] {
  const screens = call.participants
    .filter(({ screen }) => screen !== null)
    .map((participant) => ({
      key: `${participant.key} screen`,
      participant,
      kind: 'screen' as const,
    }));
  // We come last, as in the window of everybody else.
  const people = [...call.participants].sort((a, b) => Number(a.own) - Number(b.own));
  const cameras = people.map((participant) => ({
    key: participant.key,
    participant,
    kind: 'camera' as const,
  }));
  return [...screens, ...cameras];
}

/** Chooses the tile that the person pinned; else a shared screen; else the active speaker; else the first tile. */
export function spotlightOf(
  tiles: readonly TileItem[],
  pinned: string | null,
  activeSpeaker: string | null,
): TileItem | null {
  return (
    tiles.find(({ key }) => key === pinned) ??
    tiles.find(({ kind, participant }) => kind === 'screen' && !participant.own) ??
    tiles.find(({ key }) => key === activeSpeaker) ??
    tiles.find(({ kind }) => kind === 'screen') ??
    tiles[0] ??
    null
  );
}

/** Tiles are wider than high: with few tiles, columns are added first. */
export const columnsFor = (count: number): number =>
  count <= 1 ? 1 : count <= 4 ? 2 : count <= 9 ? 3 : 4;

/** The columns for a stage that is higher than wide. */
export const uprightColumnsFor = (count: number): number => (count <= 2 ? 1 : count <= 6 ? 2 : 3);

export const narrowColumnsFor = (count: number): number => (count > 2 ? 2 : 1);

/**
 * The column line where the first tile of an incomplete last row starts, in halves of a tile, so that the row is centred; undefined for all
 * other tiles.
 */
export function rowStart(index: number, count: number, columns: number): number | undefined {
  const rest = count % columns;
  return rest > 0 && index === count - rest ? columns - rest + 1 : undefined;
}
