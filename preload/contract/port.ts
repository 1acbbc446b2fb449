// The one shape of a message channel (D10). Adapters for MessagePortMain, the web's MessagePort and Node's MessagePort live with
// their users; payloads are JSON types and Uint8Array only.

export interface Port {
  /** Sends one message. After close it does nothing. */
  post(message: unknown): void;
  /** Messages arrive in the order in which they were posted. Returns the disposer. */
  onMessage(listener: (message: unknown) => void): () => void;
  /** Fires once when the other side went away; not every platform reports it, so never rely on it alone. */
  onClose(listener: () => void): () => void;
  close(): void;
}
