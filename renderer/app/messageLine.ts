// What a loaded message says in one line, where the window makes that line itself: an answer that is being written, what is read aloud.
import type { z } from 'zod';
import type { MessageBody } from '#contract/areas/timelineModels';
import { plainLine } from '#contract/plainLine';

/** Of a file its caption or its name; empty for a message that was deleted. */
export function messageLine(body: z.infer<typeof MessageBody>): string {
  const words = 'media' in body ? body.caption : 'html' in body ? body : null;
  if (words !== null) return plainLine(words.text, words.html);
  if ('media' in body) return body.media.fileName;
  return 'text' in body ? body.text : '';
}
