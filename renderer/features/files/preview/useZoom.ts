// How large a picture is drawn and how it is turned. What is under the pointer, or in the middle, stays there.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { fitZoom, scrollKeeping, turned, within, type Size } from './zoom';

/** A place in the window. */
export interface At {
  readonly clientX: number;
  readonly clientY: number;
}

export interface Zoom {
  readonly natural: Size;
  /** Quarter turns clockwise. */
  readonly turns: number;
  readonly zoom: number;
  /** The picture fits the box, also after the window changes its size. */
  readonly fitted: boolean;
  readonly setNatural: (size: Size) => void;
  readonly turn: () => void;
  /** @param at what stays where it is; default the middle of the box */
  readonly zoomTo: (zoom: number, at?: At) => void;
  readonly fit: () => void;
}

interface Kept {
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly zoom: number;
}

const nothing: Size = { width: 0, height: 0 };

export function useZoom(box: RefObject<HTMLDivElement | null>): Zoom {
  const [natural, setNatural] = useState(nothing);
  const [turns, setTurns] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const [room, setRoom] = useState(nothing);
  const kept = useRef<Kept | null>(null);
  const shown = natural.width > 0;
  useLayoutEffect(() => {
    const { current } = box;
    if (!shown || current === null) return undefined;
    const measure = (): void =>
      setRoom({ width: current.offsetWidth, height: current.offsetHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box, shown]);
  const frame = turned(natural, turns);
  const zoom = chosen ?? fitZoom(frame, room);
  useLayoutEffect(() => {
    const { current: from } = kept;
    const { current } = box;
    kept.current = null;
    if (from === null || current === null) return;
    const { clientWidth: width, clientHeight: height } = current;
    const [w, h] = [frame.width, frame.height];
    current.scrollLeft = scrollKeeping(from.x, from.left, w * from.zoom, w * zoom, width);
    current.scrollTop = scrollKeeping(from.y, from.top, h * from.zoom, h * zoom, height);
  }, [box, zoom, frame.width, frame.height]);
  return {
    natural,
    turns,
    zoom,
    fitted: chosen === null,
    setNatural,
    turn: () => setTurns((turns + 1) % 4),
    zoomTo(next, at) {
      const { current } = box;
      if (current === null) return;
      const { left, top, width, height } = current.getBoundingClientRect();
      kept.current = {
        x: at === undefined ? width / 2 : at.clientX - left,
        y: at === undefined ? height / 2 : at.clientY - top,
        ...{ left: current.scrollLeft, top: current.scrollTop, zoom },
      };
      setChosen(within(next));
    },
    fit: () => setChosen(null),
  };
}
