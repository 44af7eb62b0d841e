import type { ContractRouterClient } from '@orpc/contract';
import * as contract from './features.ts';

export { contract };

export type Contract = typeof contract;
export type DialogramClient = ContractRouterClient<Contract>;
