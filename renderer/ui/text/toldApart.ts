/** The name of a person within a sentence, with the address where somebody else has that name, too. */
export const toldApart = ({
  userId,
  name,
  ambiguous,
}: {
  readonly userId: string;
  readonly name: string;
  readonly ambiguous: boolean;
}): string => (ambiguous ? `${name} (${userId})` : name);
