// The names of the four ipc channels between preload and main, for these two only. Everything else travels inside a contract.
export const channels = {
  /** page → main: a new page is there; everything of the former one is void. */
  open: 'trellis:open',
  /** Both ways: messages of the shell contract. */
  shell: 'trellis:shell',
  /** preload → main: paths of dropped or picked files, answered with tickets. */
  files: 'trellis:files',
  /** main → preload: a port to an engine. */
  enginePort: 'trellis:engine-port',
} as const;
