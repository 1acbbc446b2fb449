// The terms of an identity server: read before it hears anything of this account.
import { isRecord } from '../base/record';
import { isPrivate } from '../http/anonymous';
import type { Content } from './requests';

/** A page that a person reads before agreeing. */
export interface TermsPage {
  readonly name: string;
  readonly url: string;
}

const mostPages = 20;

/** Each policy in the first of the languages that it has, else in any. Pages that are not https are left out. */
export function termsIn(answer: Content, languages: readonly string[]): TermsPage[] {
  const policies = isRecord(answer['policies']) ? Object.values(answer['policies']) : [];
  return policies.slice(0, mostPages).flatMap((policy): TermsPage[] => {
    if (!isRecord(policy)) return [];
    const codes = [...languages, 'en', ...Object.keys(policy)];
    const page = codes.map((code) => policy[code]).find(isRecord);
    const { name, url } = page ?? {};
    if (typeof name !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return [];
    return isPrivate(new URL(url)) ? [{ name: name.trim().slice(0, 200) || url, url }] : [];
  });
}
