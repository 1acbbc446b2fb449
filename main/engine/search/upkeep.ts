// What works on the index besides the commits that bring messages. Starts and stops it together.
import { createFileTexts, type FileTextsDeps } from './fileTexts';
import { createSearchFill, type SearchFill } from './fill';

export function createSearchUpkeep(deps: FileTextsDeps): SearchFill {
  const own = { ...deps, log: deps.log.child('search') };
  const parts = [createSearchFill(own), createFileTexts(own)];
  return {
    start: () => parts.forEach((part) => part.start()),
    stop: () => parts.forEach((part) => part.stop()),
  };
}
