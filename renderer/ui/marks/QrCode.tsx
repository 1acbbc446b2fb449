// A QR code for the camera of another device: black on white in every theme, with the quiet zone that readers need.
import { create } from 'qrcode';
import { useMemo } from 'react';
import styles from './QrCode.module.css';

/** The quiet zone of the standard, in modules. */
const margin = 4;

/** One SVG path of all dark modules; `size` is without the quiet zone. */
function pathOf(bytes: Uint8Array): { readonly size: number; readonly path: string } {
  const { modules } = create([{ data: bytes, mode: 'byte' }], { errorCorrectionLevel: 'L' });
  const { size, data } = modules;
  let path = '';
  data.forEach((dark, at) => {
    if (dark !== 0) path += `M${String(at % size)} ${String(Math.floor(at / size))}h1v1h-1z`;
  });
  return { size, path };
}

export interface QrCodeProps {
  readonly bytes: Uint8Array;
  readonly label: string;
}

export function QrCode({ bytes, label }: QrCodeProps) {
  const { size, path } = useMemo(() => pathOf(bytes), [bytes]);
  const side = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.code}
      viewBox={`${String(-margin)} ${String(-margin)} ${String(side)} ${String(side)}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
