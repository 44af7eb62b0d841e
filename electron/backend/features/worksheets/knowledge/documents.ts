import { htmlText } from '#shared/algorithms/passages/html-text.ts';
import { cutPassages } from '#shared/algorithms/passages/passage-index.ts';

/** A part of a document that can answer a question, with its position. */
type Passage = Readonly<Record<'title' | 'text' | 'place', string>>;

/** The passages of a document: its paragraphs, a heading with the paragraph below it; longer ones are cut. */
export function* passagesOf(file: string, isHtml: boolean, content: string): Generator<Passage> {
  if (isHtml) {
    for (const [at, { text }] of cutPassages(htmlText(content)).entries())
      yield { title: file, text, place: `${file}, part ${at + 1}` };
    return;
  }
  let heading: { readonly text: string; readonly line: number } | null = null;
  for (const { text, line } of paragraphs(content)) {
    if (/^#{1,6}\s/.test(text) && !text.includes('\n')) {
      heading = { text: text.replace(/^#+\s*/, ''), line };
      continue;
    }
    const whole: string = heading ? `${heading.text}\n${text}` : text;
    const place = `${file}, line ${heading?.line ?? line}`;
    for (const passage of cutPassages(whole)) yield { title: file, text: passage.text, place };
    heading = null;
  }
  if (heading) yield { title: file, text: heading.text, place: `${file}, line ${heading.line}` };
}

function* paragraphs(content: string): Generator<{ readonly text: string; readonly line: number }> {
  let own: string[] = [];
  for (const [at, line] of [...content.split(/\r\n?|\n/), ''].entries()) {
    if (line.trim() !== '') own.push(line.trim());
    else if (own.length > 0) {
      yield { text: own.join('\n'), line: at - own.length + 1 };
      own = [];
    }
  }
}
