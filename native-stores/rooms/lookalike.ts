// Names of other letters that look like a plain one: Cyrillic and Greek letters, and digits, that nobody can tell from Latin ones (the part
// of Unicode's confusables, UTS 39, that names are forged with).

const pairs =
  'аa еe оo рp сc уy хx іi ѕs јj ԁd һh ԛq ԝw ӏl ո n ѵv ɡg ɑa ı i ' +
  'АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЅS ЈJ ԚQ ԜW Ү Y ' +
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo νv αa ρp ιi κk υu';

/** Texts that need no folding. */
export const ascii = /^[\x20-\x7e]*$/;

const latin: ReadonlyMap<string, string> = new Map(
  [...pairs.matchAll(/([^\x20-\x7e])\s?([A-Za-z])/gu)].map((pair) => [
    pair[1] ?? '',
    pair[2] ?? '',
  ]),
);

/** The Latin name that this one looks like; null when it looks like none, or is Latin itself. */
export function lookalike(name: string): string | null {
  if (ascii.test(name)) return null;
  const seen = [...name].map((letter) => latin.get(letter) ?? letter).join('');
  return seen !== name && !/[^\p{Script=Latin}\p{Script=Common}\p{M}]/u.test(seen) ? seen : null;
}
