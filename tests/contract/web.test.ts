import { describeTransport } from './contract-suite.ts';
import { webDoor } from './doors/web.ts';

describeTransport(webDoor);
