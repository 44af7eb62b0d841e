import { describeContract } from './contract-suite.ts';
import { webDoor } from './doors/web.ts';

describeContract(webDoor);
