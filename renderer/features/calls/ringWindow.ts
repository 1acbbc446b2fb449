/** Whether the page is the small window that rings; `hash` is that of its address. */
export const isRingWindow = (hash: string): boolean => hash === '#/ring';
