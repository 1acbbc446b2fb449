// The sound that plays on after its conversation was left, handed from its timeline to the bar that controls it.
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import type { z } from 'zod';
import type { Playback } from './playback';
import { createCell, type Cell } from './windowState';

export interface LeftSound {
  readonly roomId: string;
  readonly threadId: string | null;
  readonly playback: Playback;
  /** The message of a sound, as its conversation last had it. */
  messageOf(key: string): z.infer<typeof MessageItem> | null;
}

/** Null: nothing plays, or its conversation has the player. */
export interface LeftSounds extends Cell<LeftSound | null> {
  /** Somebody can stop it: without its bar no sound plays on. */
  hosted: boolean;
}

export const createLeftSounds = (): LeftSounds => ({
  ...createCell<LeftSound | null>(null),
  hosted: false,
});
