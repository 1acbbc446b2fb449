/** The id of the field that finds files: what a shortcut gives the focus to. */
export const findFilesId = 'files-find';
