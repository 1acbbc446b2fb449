// A pointer drags what is larger than its box, two fingers make it larger or smaller, the wheel does so where the pointer is.
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { wheeled } from './zoom';
import type { Zoom } from './useZoom';

type Sizing = Pick<Zoom, 'zoom' | 'zoomTo'>;

interface Finger {
  readonly x: number;
  readonly y: number;
}

const distance = ([a, b]: readonly Finger[]): number =>
  a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);

/** @param present the box is there, or another one */
export function usePan(box: RefObject<HTMLDivElement | null>, sizing: Sizing, present: boolean) {
  const fingers = useRef(new Map<number, Finger>());
  const latest = useRef(sizing);
  latest.current = sizing;
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    // React listens passively: the page would scroll or zoom as well.
    const onWheel = (event: WheelEvent): void => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      // A pinch on a trackpad comes as small steps with Ctrl.
      const delta = event.ctrlKey ? event.deltaY * 5 : event.deltaY;
      latest.current.zoomTo(wheeled(latest.current.zoom, delta), event);
    };
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => current.removeEventListener('wheel', onWheel);
  }, [box, present]);
  const release = ({ pointerId }: PointerEvent<HTMLDivElement>): void => {
    fingers.current.delete(pointerId);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>): void {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>): void {
      const { current: all } = fingers;
      const before = all.get(event.pointerId);
      if (before === undefined) return;
      const apart = distance([...all.values()]);
      all.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (all.size === 1) {
        event.currentTarget.scrollBy(before.x - event.clientX, before.y - event.clientY);
        return;
      }
      const [a, b] = [...all.values()];
      if (a === undefined || b === undefined || apart === 0) return;
      const middle = { clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 };
      latest.current.zoomTo(latest.current.zoom * (distance([a, b]) / apart), middle);
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}
