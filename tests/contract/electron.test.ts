import { describeContract } from './contract-suite.ts';
import { electronDoor } from './doors/electron.ts';

describeContract(electronDoor);
