// Owns IDBRequest and IDBOpenDBRequest: the state of one request. Who executes it and tells it so is the transaction.
import { idbError } from './errors';
import { IdbTarget, type Handler, type IDBVersionChangeEvent } from './events';

export class IDBRequest extends IdbTarget {
  onsuccess: Handler = null;
  onerror: Handler = null;
  readyState: 'pending' | 'done' = 'pending';
  #result: unknown = undefined;
  #error: DOMException | null = null;

  constructor(
    readonly source: object | null,
    public transaction: IdbTarget | null,
  ) {
    super();
  }

  get result(): unknown {
    if (this.readyState === 'pending')
      throw idbError('InvalidStateError', 'the request is pending');
    return this.#result;
  }

  get error(): DOMException | null {
    if (this.readyState === 'pending')
      throw idbError('InvalidStateError', 'the request is pending');
    return this.#error;
  }

  /** Called by the transaction or factory only. */
  static settle(request: IDBRequest, result: unknown, error: DOMException | null): void {
    request.#result = result;
    request.#error = error;
    request.readyState = 'done';
  }
}

export class IDBOpenDBRequest extends IDBRequest {
  onupgradeneeded: Handler<IDBVersionChangeEvent> = null;
  onblocked: Handler<IDBVersionChangeEvent> = null;
}
