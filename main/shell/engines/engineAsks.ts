// What main asks of engines for others of its own: media, files, calls, notices, sleep. Knows neither their processes nor their windows.
import { randomUUID } from 'node:crypto';
import type { Client } from '#contract/wire/client';
import type { ControlContract, MediaTicket, OfNotice, TicketFacts } from '#contract/control';
import { appFailure } from '#contract/wire/errors';

export abstract class EngineAsks {
  /** Null: no such engine. What it is asked while its process is away fails. */
  protected abstract asksNow(accountId: string): Client<ControlContract> | null;
  protected abstract allAsks(): readonly Client<ControlContract>[];
  protected abstract isRunning(accountId: string): boolean;
  /** The account on the screen. */
  protected abstract firstAccount(): string | null;

  /** Somebody is at this computer, or not. */
  setIdle(idle: boolean): void {
    for (const asks of this.allAsks())
      // One that is not there is told again while it lasts.
      asks.call('setIdle', { idle }).catch(() => undefined);
  }

  /** What the account on the screen showed last kills its page: the next page begins without it. Rejects when no engine runs. */
  async leavePlace(): Promise<void> {
    const first = this.firstAccount();
    if (first !== null) await this.#asks(first).call('leavePlace', {});
  }

  wake(): void {
    // An engine that is not there is awake when it starts.
    for (const asks of this.allAsks()) asks.call('wake', {}).catch(() => undefined);
  }

  /** Gives the account's engine a path under its ticket. Rejects with `engine_gone` when no engine runs. */
  async acceptFile(accountId: string, facts: TicketFacts): Promise<void> {
    await this.#asks(accountId).call('acceptFile', facts);
  }

  /** Asks an engine for what it takes to show a media file, or to play it from byte `at` on; null when it cannot say. */
  async media(accountId: string, handle: string, at: number | null): Promise<MediaTicket | null> {
    // A page asks again; the engine logs why it could not say.
    const answer = await this.asksNow(accountId)
      ?.call('mediaTicket', { handle, at })
      .catch(() => null);
    return answer?.ticket ?? null;
  }

  /** Has an engine write a verified plain file to a path within a folder of main's own. Rejects with its `AppFailure`. */
  async exportFile(accountId: string, handle: string, path: string): Promise<void> {
    await this.#asks(accountId).call('exportFile', { handle, path });
  }

  /** Where a finished download was saved; null when this account's engine knows of none. */
  async savedPath(accountId: string, transferId: string): Promise<string | null> {
    // Without an engine nothing is known of the download.
    const answer = await this.asksNow(accountId)
      ?.call('savedPath', { transferId })
      .catch(() => null);
    return answer?.path ?? null;
  }

  /** False when no engine runs. A call that cannot be declined rings on until its time is over. */
  declineCall(accountId: string, call: { readonly roomId: string; readonly callId: string }) {
    const asks = this.asksNow(accountId);
    if (asks === null || !this.isRunning(accountId)) return false;
    // See above.
    asks.call('declineCall', call).catch(() => undefined);
    return true;
  }

  /** Rejects when it could not be kept for sending. */
  async answerNotice(accountId: string, told: OfNotice, text: string): Promise<void> {
    await this.#asks(accountId).call('answerNotice', { ...told, requestId: randomUUID(), text });
  }

  /** Null: there is none, or nobody can say. */
  async noticePicture(accountId: string, handle: string): Promise<Uint8Array | null> {
    // The engine logs why; a notice does without.
    const answer = await this.asksNow(accountId)
      ?.call('noticePicture', { handle })
      .catch(() => null);
    return answer?.bytes ?? null;
  }

  async readNotice(accountId: string, told: OfNotice): Promise<void> {
    await this.#asks(accountId).call('readNotice', told);
  }

  #asks(accountId: string): Client<ControlContract> {
    const asks = this.asksNow(accountId);
    if (asks !== null) return asks;
    throw appFailure('engine_gone', 'The engine is away', { retryable: true });
  }
}
