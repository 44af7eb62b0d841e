import { expect, it } from 'vitest';
import { decodeEntities } from './html-entities.ts';

it.each([
  ['Fish &amp; chips &lt;now&gt; &quot;hot&quot; &#39;n&apos; good', 'Fish & chips <now> "hot" \'n\' good'],
  ['&eacute;&Eacute;&yuml;&nbsp;x', 'éÉÿ\u00a0x'],
  ['5 &euro; &ndash; &pound;3 &hellip; &frac12; &there4; &hearts;', '5 € – £3 … ½ ∴ ♥'],
  ['&#8364; &#x20AC; &#x1F600; &#150; &#128;', '€ € 😀 – €'],
  ['&amp;lt;', '&lt;'],
  ['&AMP; &unknown; &amp AT&T R&D; &;', '& &unknown; &amp AT&T R&D; &;'],
  ['&#0; &#xd800; &#9999999;', '     '],
])('%s', (written, read) => {
  expect(decodeEntities(written)).toBe(read);
});
