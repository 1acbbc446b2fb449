/** `#ui` → the absolute path of its folder. */
export const folders: any;
