// The blurred stand-in of a picture that is not there yet.
import { decode, isBlurhashValid } from 'blurhash';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

const side = 32;

export function Blurhash({
  hash,
  className,
}: {
  readonly hash: string;
  readonly className?: string | undefined;
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const drawing = canvas.current?.getContext('2d');
    if (drawing == null || !isBlurhashValid(hash).result) return;
    drawing.putImageData(
      new ImageData(new Uint8ClampedArray(decode(hash, side, side)), side, side),
      0,
      0,
    );
  }, [hash]);
  return (
    <canvas ref={canvas} width={side} height={side} className={className} aria-hidden="true" />
  );
}
