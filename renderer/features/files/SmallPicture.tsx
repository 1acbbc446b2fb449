// A small picture of a file. Until it is there, and where it never comes, the sign of the file's kind stands for it.
import { useState } from 'react';
import type { FoundFile } from '#contract/areas/files/filesModels';
import { useMediaUrl } from '#app/context';
import { KindIcon, type KindIconProps } from './KindIcon';

/** Above it, a picture without a small one of its own is not fetched for the sake of a row. */
const mostBytes = 4_000_000;

type Pictured = Pick<FoundFile, 'problem' | 'media' | 'fileKind' | 'sizeBytes' | 'warnings'>;

/** Handle of the small picture that came with the file; without one, a picture that is not large stands for itself. */
function smallPicture({ problem, media, fileKind, sizeBytes, warnings }: Pictured): string | null {
  if (problem !== null || media === null) return null;
  if (media.thumbnail !== null) return media.thumbnail;
  const fetched = fileKind === 'image' && sizeBytes !== null && sizeBytes <= mostBytes;
  return fetched && !warnings.includes('type') ? media.handle : null;
}

/** Decorative: the name always stands beside it. The frame is the parent's. */
export function SmallPicture({
  file,
  size,
}: {
  readonly file: Pictured;
  readonly size: KindIconProps['size'];
}) {
  const url = useMediaUrl();
  const [broken, setBroken] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const src = url(smallPicture(file));
  return (
    <>
      {(src === null || loaded !== src) && <KindIcon kind={file.fileKind} size={size} />}
      {src !== null && src !== broken && (
        <img
          src={src}
          alt=""
          draggable={false}
          loading="lazy"
          decoding="async"
          onLoad={() => setLoaded(src)}
          onError={() => setBroken(src)}
        />
      )}
    </>
  );
}
