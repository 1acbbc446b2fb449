// Answers a server's demand for interactive authentication with the password that was just typed, which is kept in memory only (D14).
import { isRecord } from '../base/record';
import { appFailure, AppFailure } from '#contract/wire/errors';

export type AuthDict = Record<string, unknown>;

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

function demandOf(thrown: unknown): { flows: unknown[]; session: unknown } | null {
  const data = thrown instanceof AppFailure ? thrown.error.data : dataOf(thrown);
  if (!isRecord(data) || !Array.isArray(data['flows'])) return null;
  return { flows: data['flows'], session: data['session'] };
}

const dataOf = (thrown: unknown): unknown =>
  typeof thrown === 'object' && thrown !== null && 'data' in thrown ? thrown.data : null;

function stageFor(flows: unknown[], password: string | null): string | null {
  const single = flows.flatMap((flow) => {
    const stages = isRecord(flow) ? flow['stages'] : null;
    return Array.isArray(stages) && stages.length === 1 ? [stages[0] as unknown] : [];
  });
  if (password !== null && single.includes('m.login.password')) return 'm.login.password';
  return single.includes('m.login.dummy') ? 'm.login.dummy' : null;
}
