// Settings of this account, small JSON values.
import { z } from '../wire/schema';
import { call, contract, value } from '../wire/shapes';
import { nothing } from './ids';

export const settings = contract({
  calls: {
    setSetting: call(
      z.object({ name: z.string().regex(/^[a-zA-Z.]{1,64}$/), value: z.json() }),
      nothing,
    ),
  },
  values: {
    settings: value(nothing, z.record(z.string(), z.json())),
  },
  lists: {},
});
