import { implement } from '@orpc/server';
import { contract } from '#shared/contract/contract.ts';
import type { Session } from '../session.ts';

/** What every handler gets beside its input. */
export interface RequestContext {
  readonly session: Session;
}

const base = implement(contract).$context<RequestContext>();

/** The contract, to be implemented by the features. */
export type Api = typeof base;
export const api: Api = base;
