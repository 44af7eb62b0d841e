import { describeContract } from './contract-suite.ts';
import { memoryTransport } from './transports/memory.ts';

describeContract(memoryTransport);
