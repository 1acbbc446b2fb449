// The palette with what this window can do. Made when it opens: nothing of it is needed before.
import { paletteOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Palette } from '../palette';
import { usePaletteActs, type PaletteActsProps } from './usePaletteActs';

export function WindowPalette(props: PaletteActsProps) {
  const dispatch = useAppDispatch();
  return <Palette acts={usePaletteActs(props)} onClose={() => dispatch(paletteOpened(false))} />;
}
