// A live picture. Never with sound: that is CallSounds'.
import { useEffect, useRef } from 'react';

export interface PictureProps {
  readonly stream: MediaStream;
  readonly label: string;
  readonly className?: string | undefined;
}

export function Picture({ stream, label, className }: PictureProps) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = element.current;
    if (video === null) return;
    const show = (): void => {
      video.srcObject = stream;
      video.play().catch(() => undefined);
    };
    show();
    // A camera that is switched on again is a new track of the same stream.
    stream.addEventListener('addtrack', show);
    return () => {
      stream.removeEventListener('addtrack', show);
      video.srcObject = null;
    };
  }, [stream]);
  return (
    <video ref={element} autoPlay playsInline muted aria-label={label} className={className} />
  );
}
