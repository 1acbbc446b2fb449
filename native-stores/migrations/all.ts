// Every migration, in order. Append only.
import * as first from './0010-first';
import * as files from './0020-files';

export interface Migration {
  readonly version: number;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [first, files];
