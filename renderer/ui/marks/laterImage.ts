// The small picture for what is drawn beside the list: few messages have one.
import { later } from '../later';

export const LaterImage = later(async () => (await import('./SmallImage')).SmallImage);
