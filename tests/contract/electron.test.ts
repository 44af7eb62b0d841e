import { describeTransport } from './contract-suite.ts';
import { electronDoor } from './doors/electron.ts';

describeTransport(electronDoor);
