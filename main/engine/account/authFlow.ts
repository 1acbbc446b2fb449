// The stages of interactive authentication in a registration: the flow, the order of its stages, the policies of the terms.
import type { PagePlace } from '#contract/areas/account/proof';
import type { AuthDemand } from '../http/interactiveAuth';
import { isRecord } from '../base/record';
import { clientV3 } from '../http/url';

export const stages = {
  dummy: 'm.login.dummy',
  email: 'm.login.email.identity',
  sso: 'm.login.sso',
  terms: 'm.login.terms',
  token: 'm.login.registration_token',
} as const;

export interface Policy {
  readonly name: string;
  readonly url: string;
}

/** Order of the stages: the mail comes last, when nothing else is missing; an unknown stage is done at a page of the server. */
const ranks: readonly (string | null)[] = [
  stages.token,
  stages.terms,
  null,
  stages.email,
  stages.dummy,
];
const rankOf = (stage: string): number => {
  const known = ranks.indexOf(stage);
  return known === -1 ? ranks.indexOf(null) : known;
};
const pagesIn = (flow: readonly string[]): number =>
  flow.filter((stage) => !ranks.includes(stage)).length;

/** Whether the flows of a server need an e-mail address. */
export function emailWanted(flows: AuthDemand['flows']): 'none' | 'optional' | 'required' {
  const asking = flows.filter((flow) => flow.includes(stages.email)).length;
  if (asking === 0) return 'none';
  return asking === flows.length ? 'required' : 'optional';
}

/**
 * Chooses the flow with the fewest pages in a browser and the fewest stages, in the order that is easiest for a person. A flow with the
 * e-mail stage is chosen only when there is an address; null: no flow fits.
 */
export function chooseFlow(flows: AuthDemand['flows'], hasEmail: boolean): string[] | null {
  const asksEmail = (flow: readonly string[]): boolean => flow.includes(stages.email);
  const fitting = flows.filter((flow) => asksEmail(flow) === hasEmail);
  // An address that no flow needs does no harm.
  const usable = fitting.length === 0 && hasEmail ? flows : fitting;
  const [best] = usable.toSorted((a, b) => pagesIn(a) - pagesIn(b) || a.length - b.length);
  return best?.toSorted((a, b) => rankOf(a) - rankOf(b)) ?? null;
}

const mostPolicies = 20;

/** The policies of the terms stage, in English where there is a choice. */
export function policiesOf(params: AuthDemand['params']): Policy[] {
  const terms = params[stages.terms];
  const policies = isRecord(terms) ? terms['policies'] : null;
  if (!isRecord(policies)) return [];
  return Object.values(policies)
    .filter(isRecord)
    .map((policy) => policy['en'] ?? Object.values(policy).find(isRecord))
    .filter(isRecord)
    .flatMap(({ name, url }) =>
      typeof url === 'string' && /^https?:\/\//i.test(url) && url.length <= 2000
        ? [{ name: typeof name === 'string' && name !== '' ? name.slice(0, 200) : url, url }]
        : [],
    )
    .slice(0, mostPolicies);
}

/**
 * The place where the server's page for a stage opens first: a window of the app. Single sign-on leads to another service and opens in the
 * browser, where the person sees its address and may be signed in already.
 */
export const placeOf = (stage: string): PagePlace => (stage === stages.sso ? 'browser' : 'window');

/** The server's own page for a stage (CHAT-2.2). */
export function fallbackUrl(baseUrl: string, stage: string, session: string): string {
  const page = `${baseUrl}${clientV3}/auth/${encodeURIComponent(stage)}/fallback/web`;
  return `${page}?session=${encodeURIComponent(session)}`;
}
