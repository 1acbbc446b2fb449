// The calls of main to engines for its other parts: media, files, calls, notifications, sleep. Knows neither their processes nor their
// windows.
import { randomUUID } from 'node:crypto';
import type { Client } from '#contract/wire/client';
import type { ControlContract, MediaTicket, OfNotice, TicketFacts } from '#contract/control';
import { appFailure } from '#contract/wire/errors';

export abstract class EngineAsks {
  /** Null: no such engine. A call to an engine whose process is away fails. */
  protected abstract asksNow(accountId: string): Client<ControlContract> | null;
  protected abstract allAsks(): readonly Client<ControlContract>[];
  protected abstract isRunning(accountId: string): boolean;
  /** The account on the screen. */
  protected abstract firstAccount(): string | null;

  /** Tells all engines whether the user is at this computer. */
  setIdle(idle: boolean): void {
    for (const asks of this.allAsks())
      // An engine that is away is told again while the state lasts.
      asks.call('setIdle', { idle }).catch(() => undefined);
  }

  /** Makes the account on the screen forget its last place, because that place crashes its page. Rejects when no engine runs. */
  async leavePlace(): Promise<void> {
    const first = this.firstAccount();
    if (first !== null) await this.#asks(first).call('leavePlace', {});
  }

  wake(): void {
    // An engine that is away is awake when it starts.
    for (const asks of this.allAsks()) asks.call('wake', {}).catch(() => undefined);
  }

  /** Gives the account's engine a path under its ticket. Rejects with `engine_gone` when no engine runs. */
  async acceptFile(accountId: string, facts: TicketFacts): Promise<void> {
    await this.#asks(accountId).call('acceptFile', facts);
  }

  /** Asks an engine for a ticket to show a media file, or to play it from byte `at` on; null when there is none. */
  async media(accountId: string, handle: string, at: number | null): Promise<MediaTicket | null> {
    // The page asks again; the engine logs the reason.
    const answer = await this.asksNow(accountId)
      ?.call('mediaTicket', { handle, at })
      .catch(() => null);
    return answer?.ticket ?? null;
  }

  /** Has an engine write a verified plain file to a path within a folder of main's own. Rejects with its `AppFailure`. */
  async exportFile(accountId: string, handle: string, path: string): Promise<void> {
    await this.#asks(accountId).call('exportFile', { handle, path });
  }

  /** Path of a finished download; null when this account's engine does not know it. */
  async savedPath(accountId: string, transferId: string): Promise<string | null> {
    // Without an engine the download is unknown.
    const answer = await this.asksNow(accountId)
      ?.call('savedPath', { transferId })
      .catch(() => null);
    return answer?.path ?? null;
  }

  /** False when no engine runs. A call that cannot be declined rings on until its time is over. */
  declineCall(accountId: string, call: { readonly roomId: string; readonly callId: string }) {
    const asks = this.asksNow(accountId);
    if (asks === null || !this.isRunning(accountId)) return false;
    // A failure means that the call rings on.
    asks.call('declineCall', call).catch(() => undefined);
    return true;
  }

  /** Rejects when the reply could not be stored for sending. */
  async answerNotice(accountId: string, told: OfNotice, text: string): Promise<void> {
    await this.#asks(accountId).call('answerNotice', { ...told, requestId: randomUUID(), text });
  }

  /** Null: there is no picture, or no engine to ask. */
  async noticePicture(accountId: string, handle: string): Promise<Uint8Array | null> {
    // The engine logs the reason; the notification is shown without it.
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
