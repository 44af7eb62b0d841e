import { describeTransport } from './contract-suite.ts';
import { webTransport } from './transports/web.ts';

describeTransport(webTransport);
