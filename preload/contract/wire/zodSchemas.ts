// zod, as far as the contract uses it. Loaded with the first schema that has to be made (`schema.ts`): alone it costs a start some milliseconds.
import { config } from 'zod';

export {
  array,
  boolean,
  custom,
  discriminatedUnion,
  enum,
  json,
  literal,
  number,
  object,
  record,
  string,
  unknown,
} from 'zod';

// Inputs are small and few: code that is generated to check them faster costs more than it saves.
config({ jitless: true });
