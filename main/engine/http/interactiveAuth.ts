// Answers a server's demand for interactive authentication with the password that was just typed, which is kept in memory only (D14).
import { isRecord } from '../base/record';
import { appFailure, AppFailure } from '#contract/wire/errors';

export type AuthDict = Record<string, unknown>;

/** Makes a request that may want interactive authentication; `password` null: none was typed. */
export type Prove = <T>(
  makeRequest: (auth: AuthDict | null) => Promise<T>,
  password: string | null,
) => Promise<T>;

/**
 * Runs `makeRequest` without `auth`, and when the server asks, again with the password. Takes failures of our http and of the SDK.
 * @throws AppFailure `forbidden` when the server wants something else than a password, or none was typed; `wrong_password`
 */
export async function withPassword<T>(
  makeRequest: (auth: AuthDict | null) => Promise<T>,
  userId: string,
  password: string | null,
): Promise<T> {
  try {
    return await makeRequest(null);
  } catch (thrown) {
    const demand = demandOf(thrown);
    if (demand === null) throw thrown;
    const stage = stageFor(demand.flows, password);
    if (stage === null) {
      throw appFailure('forbidden', 'The server asks for an authentication that needs a browser');
    }
    const auth =
      stage === 'm.login.dummy'
        ? { type: stage, session: demand.session }
        : {
            type: stage,
            identifier: { type: 'm.id.user', user: userId },
            password,
            session: demand.session,
          };
    return makeRequest(auth).catch((second: unknown) => {
      if (demandOf(second) === null) throw second;
      throw appFailure('wrong_password', 'The server did not accept the password');
    });
  }
}

/** A server's demand for interactive authentication, as far as it can be read. */
export interface AuthDemand {
  readonly flows: readonly (readonly string[])[];
  readonly completed: readonly string[];
  readonly params: Readonly<Record<string, unknown>>;
  readonly session: string | null;
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The demand that a failure of our http or of the SDK carries; null: it is another one. */
export function demandOf(thrown: unknown): AuthDemand | null {
  const data = thrown instanceof AppFailure ? thrown.error.data : dataOf(thrown);
  if (!isRecord(data) || !Array.isArray(data['flows'])) return null;
  const { session, params } = data;
  return {
    flows: data['flows'].filter(isRecord).map(({ stages }) => texts(stages)),
    completed: texts(data['completed']),
    params: isRecord(params) ? params : {},
    session: typeof session === 'string' ? session : null,
  };
}

const dataOf = (thrown: unknown): unknown =>
  typeof thrown === 'object' && thrown !== null && 'data' in thrown ? thrown.data : null;

function stageFor(flows: AuthDemand['flows'], password: string | null): string | null {
  const single = flows.flatMap((stages) => (stages.length === 1 ? stages : []));
  if (password !== null && single.includes('m.login.password')) return 'm.login.password';
  return single.includes('m.login.dummy') ? 'm.login.dummy' : null;
}
