import type { DialogramClient } from '#shared/contract/contract.ts';

export interface Page {
  readonly client: DialogramClient;
  received(): number | null;
  leave(): Promise<void>;
}

export interface OpenTransport {
  openPage(): Promise<Page>;
  close(): Promise<void>;
}

export interface Transport {
  readonly name: string;
  open(workspace: string): Promise<OpenTransport>;
}
