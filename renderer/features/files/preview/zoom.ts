// Sizes of a picture that is looked at, and what stays under the pointer while they change. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8];
const [least, most] = [0.1, 8] as const;

/** The next of the steps. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const found =
    direction === 1
      ? steps.find((step) => step > zoom + 0.001)
      : steps.findLast((step) => step < zoom - 0.001);
  return found ?? zoom;
}

export const within = (zoom: number): number => Math.min(most, Math.max(least, zoom));

/** One notch of a wheel is a tenth; a trackpad sends many small ones. */
export const wheeled = (zoom: number, deltaY: number): number =>
  within(zoom * Math.exp(-Math.max(-100, Math.min(100, deltaY)) / 1000));

/** Quarter turns clockwise swap its sides. */
export const turned = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The zoom at which a picture fits its box, at most 1. */
export function fitZoom(picture: Size, box: Size): number {
  if (picture.width === 0 || picture.height === 0 || box.width === 0 || box.height === 0) return 1;
  return Math.min(1, box.width / picture.width, box.height / picture.height);
}

/**
 * The scroll position along one axis that keeps a point of the picture in place.
 *
 * @param at place within the box, px
 * @param scrolled px before the change
 * @param before, after lengths of the picture, px
 * @param box length of the box, px; a smaller picture stands in its middle
 */
export function scrollKeeping(
  at: number,
  scrolled: number,
  before: number,
  after: number,
  box: number,
): number {
  const inset = (length: number): number => Math.max(0, (box - length) / 2);
  const share = before === 0 ? 0.5 : (scrolled + at - inset(before)) / before;
  return share * after + inset(after) - at;
}
