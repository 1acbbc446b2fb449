/** The id of the field that finds files: what a shortcut gives the focus to. */
export const findFilesId = 'files-find';

/** What was found, wherever it is drawn: the keys lead from the field to its first row. */
export const filesFoundId = 'files-found';
