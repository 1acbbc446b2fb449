// The way into this folder: everything else in it is internal.
export {
  createIndexedDb,
  installIndexedDb,
  type IndexedDbHandle,
  type IndexedDbOptions,
} from './install';
