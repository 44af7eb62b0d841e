import { describeContract } from './contract-suite.ts';
import { threadDoor } from './doors/thread.ts';

describeContract(threadDoor);
