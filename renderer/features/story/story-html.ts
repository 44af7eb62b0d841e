import { fontsOf } from '#shared/algorithms/layout/picture/brand.ts';
import type { Brand } from '#shared/algorithms/layout/picture/look.ts';
import { escapeXml } from '#shared/algorithms/text/xml.ts';

/** Minimum length of a part that is worth sharing between slides. */
const LEAST_CHARACTERS = 80;
/** The text of a transition may have several lines; none of them starts with a tag. */
const LINE_END = /\n(?=<)/;

/** Makes the file smaller. The `svgs` have one state, transition or label per line. */
export function shareParts(svgs: readonly string[]): {
  /** An empty SVG with the shared parts, to be placed before the others. */
  readonly shared: string;
  readonly svgs: readonly string[];
} {
  const counts = new Map<string, number>();
  for (const svg of svgs)
    for (const line of new Set(svg.split(LINE_END)))
      if (isPart(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
  const ids = new Map<string, string>();
  for (const [part, count] of counts) if (count > 1) ids.set(part, `p${ids.size}`);
  if (ids.size === 0) return { shared: '', svgs };
  const defined = [...ids].map(([part, id]) => `<g id="${id}">${part}</g>`);
  return {
    shared: `<svg class="parts" width="0" height="0" aria-hidden="true"><defs>\n${defined.join('\n')}\n</defs></svg>`,
    svgs: svgs.map((svg) =>
      svg
        .split(LINE_END)
        .map((line) => (ids.has(line) ? `<use href="#${ids.get(line)}"/>` : line))
        .join('\n'),
    ),
  };
}

const isPart = (line: string): boolean =>
  line.length >= LEAST_CHARACTERS && /^<g(?: opacity="[\d.]+")?>[\s\S]+<\/g>$/.test(line);

export interface Slide {
  readonly svg: string;
  readonly title: string;
  readonly note: string;
}

const STYLE = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;font:15px/1.5 system-ui,sans-serif;background:#101215;color:#e8eaed}
section{display:none;min-height:100vh;grid-template-rows:1fr auto;justify-items:center;align-items:center;padding-bottom:48px}
section.on{display:grid}
section>svg{display:block;width:min(100vw,calc((100vh - 48px)*16/9));height:auto}
p.note{max-width:70ch;margin:8px 16px;white-space:pre-wrap}
nav{position:fixed;right:12px;bottom:8px;display:flex;gap:8px;align-items:center}
nav button{font:inherit;min-width:36px;min-height:32px;color:inherit;background:#23272d;border:1px solid #565d66;border-radius:4px}
nav button:focus-visible{outline:2px solid #3fc7a2}
svg.parts{position:absolute}
h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
use:hover{filter:saturate(2) contrast(1.2)}
@media (prefers-reduced-motion:no-preference){section.on{animation:in .2s ease-out}@keyframes in{from{opacity:0}}}
@page{size:13.333in 7.5in;margin:0}
@media print{body{background:none;color:#000}nav{display:none}section,section.on{display:grid;min-height:0;height:7.5in;padding:0;break-after:page;animation:none}section>svg{width:13.333in;max-height:7.5in}p.note{display:none}}
`;

const SCRIPT = `
const all=[...document.querySelectorAll('section')];let at=0;
const show=(next)=>{at=Math.max(0,Math.min(all.length-1,next));all.forEach((one,i)=>one.classList.toggle('on',i===at));
document.querySelector('output').textContent=(at+1)+' / '+all.length;try{history.replaceState(null,'','#'+(at+1))}catch{/* A viewer without an address. */}};
addEventListener('keydown',(event)=>{const by={ArrowRight:1,PageDown:1,' ':1,ArrowLeft:-1,PageUp:-1}[event.key];
if(event.target.tagName==='BUTTON'&&event.key===' ')return;
if(by){show(at+by);event.preventDefault()}else if(event.key==='Home')show(0);else if(event.key==='End')show(all.length-1);
else if(event.key==='f')document.documentElement.requestFullscreen?.();});
document.querySelector('#back').onclick=()=>show(at-1);document.querySelector('#on').onclick=()=>show(at+1);
show((Number(location.hash.slice(1))||1)-1);
`;

/**
 * Returns a self-contained page: arrow keys change slides, pointing explains parts, and each slide prints on a page.
 */
export function storyHtml(
  title: string,
  slides: readonly Slide[],
  withNotes: boolean,
  brand: Brand | null = null,
): string {
  const { shared, svgs } = shareParts(slides.map(({ svg }) => svg));
  const sections = slides.map(
    ({ title: name, note }, at) =>
      `<section aria-label="${escapeXml(name)}">${svgs[at]}${withNotes && note !== '' ? `<p class="note">${escapeXml(note)}</p>` : ''}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeXml(title)}</title>
<style>${STYLE}body{font-family:${fontsOf({ brand })}}</style>
</head>
<body>
<main>
<h1>${escapeXml(title)}</h1>
${shared}
${sections.join('\n')}
</main>
<nav aria-label="Slides"><button id="back" aria-label="Previous slide">‹</button><output></output><button id="on" aria-label="Next slide">›</button></nav>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
