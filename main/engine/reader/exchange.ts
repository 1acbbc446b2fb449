// Messages between the engine and the process that reads files. Types and limits only.

export interface ReadRequest {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** More of its text is not read. */
  readonly characters: number;
}

export interface ReadAnswer {
  readonly id: number;
  /** Empty: it is broken, locked, too much, or says nothing. */
  readonly text: string;
}

/** A file that is larger is not read. */
export const mostPdfBytes = 16_000_000;
/** A file that takes longer is given up by the process; a process that does not answer by then is ended. */
export const mostReadMs = 20_000;
