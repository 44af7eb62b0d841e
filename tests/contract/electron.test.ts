import { describeTransport } from './contract-suite.ts';
import { electronTransport } from './transports/electron.ts';

describeTransport(electronTransport);
