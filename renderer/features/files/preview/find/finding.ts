// Questions of a viewer's search field to its view, and the answers.

export interface Finding {
  /** Folded; none: nothing is looked for. Of one identity while they are the same. */
  readonly terms: readonly string[];
  /** Which place is meant, from 0. */
  readonly at: number;
  /** Another number: that place is brought into view. */
  readonly turn: number;
  /** `complete`: there are no more. Of one identity. */
  readonly onCount: (count: number, complete: boolean) => void;
}
