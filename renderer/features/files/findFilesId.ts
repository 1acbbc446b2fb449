/** The id of the field that finds files: what a shortcut gives the focus to. */
export const findFilesId = 'files-find';

/** Id of the list of found files, wherever it is drawn: keys lead from the field to its first row. */
export const filesFoundId = 'files-found';
