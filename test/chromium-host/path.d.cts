/** The folder to put into ELECTRON_OVERRIDE_DIST_PATH. */
export function hostFolder(): string;
/** TRELLIS_HOST_CHROMIUM where set, else the first Chromium or Chrome of PATH; null where there is none. */
export function findChromium(): string | null;
