import type { ContractRouterClient } from '@orpc/contract';
import * as contract from './features.ts';

/** Every capability of the app, whichever door it is called through. */
export { contract };

export type Contract = typeof contract;
export type DialogramClient = ContractRouterClient<Contract>;
