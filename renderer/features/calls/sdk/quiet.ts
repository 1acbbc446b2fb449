// The SDK writes ids and addresses at every step; errors stay. First of all imports, because its classes log while they load.
import { logger } from 'matrix-js-sdk/lib/logger.js';

for (const name of ['trace', 'debug', 'info', 'log', 'warn'] as const)
  (logger as unknown as Record<string, () => void>)[name] = () => undefined;
