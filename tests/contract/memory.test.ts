import { describeContract } from './contract-suite.ts';
import { memoryDoor } from './doors/memory.ts';

describeContract(memoryDoor);
