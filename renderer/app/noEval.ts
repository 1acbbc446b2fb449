// The page may not compile code from strings (D5). Schemas look once, when they are made, whether they could: this has to be imported
// before the contract.
import { config } from 'zod';

config({ jitless: true });
