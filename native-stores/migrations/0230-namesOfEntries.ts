// Files of directories are found by the names that stand there: those that were renamed are indexed once more.
import { indexNamesOfEntries } from '../projections/search';

export const version = 230;

export const sql = '';

export const fill = indexNamesOfEntries;
