// Reads the slice of the place Files.
import type { FilesPlace } from '#app/places/filesPlace';
import { useAppSelector } from '#app/store';

export const useFilesState = (): FilesPlace => useAppSelector((state) => state.files);
