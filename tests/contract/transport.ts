import type { DialogramClient } from '#shared/contract/contract.ts';

/** One page behind a transport, with its own session. */
export interface Page {
  readonly client: DialogramClient;
  received(): number | null;
  leave(): Promise<void>;
}

/** A backend behind one kind of transport. */
export interface OpenTransport {
  openPage(): Promise<Page>;
  close(): Promise<void>;
}

/** A way to reach the backend. One transport passes the whole contract, the others only what depends on them. */
export interface Transport {
  readonly name: string;
  open(workspace: string): Promise<OpenTransport>;
}
