// The mark of a call, the same in the timeline and in the history. It must not be loaded before one of them is.
import { Phone, PhoneIncoming, PhoneMissed, PhoneOutgoing, Video } from 'lucide-react';
import type { CallNote } from '#contract/areas/callNote';
import type { LucideIcon } from '#ui/Icon';

export function callIcon({ outcome, direction, media }: CallNote): LucideIcon {
  if (outcome === 'missed') return PhoneMissed;
  if (media === 'video') return Video;
  if (outcome === 'ringing' || outcome === 'running') return Phone;
  return direction === 'in' ? PhoneIncoming : PhoneOutgoing;
}
