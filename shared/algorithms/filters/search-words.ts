export interface SearchTerm {
  readonly kind: 'words' | 'phrase' | 'tag';
  readonly text: string;
  readonly isExcluded: boolean;
}

/** All terms of at least one group must match. `remark` lists what could not be parsed. */
interface Search {
  readonly anyOf: readonly (readonly SearchTerm[])[];
  readonly remark: string | null;
}

const TOKEN = /(-?)(?:(tag):)?(?:"([^"]*)("?)|(\S+))/giu;

/** Reads a search: words, `"a phrase"`, `tag:refund`, `tag:"two words"`, `-word`, `OR`. Accepts unfinished input. */
export function readSearch(text: string): Search {
  const groups: SearchTerm[][] = [[]];
  const remarks: string[] = [];
  for (const [whole, minus, tag, quoted, closed, plain] of text.matchAll(TOKEN)) {
    if (whole === 'OR') {
      if (groups.at(-1)?.length === 0) remarks.push('“OR” goes between two search terms.');
      else groups.push([]);
      continue;
    }
    if (quoted !== undefined && closed === '') remarks.push('A quotation mark is not closed.');
    const said = (quoted ?? plain ?? '').trim();
    const named = tag === undefined ? /^(\w+):\S/.exec(said)?.[1] : undefined;
    if (named !== undefined && quoted === undefined && !/^(https?|\d+)$/i.test(named))
      remarks.push(
        `“${named}:” is searched for as a word. Only “tag:” has a meaning; for fields, use a filter.`,
      );
    const kind = tag !== undefined ? 'tag' : quoted !== undefined ? 'phrase' : 'words';
    if (said.toLowerCase() === 'tag:') {
      remarks.push('Write the name of a tag right after “tag:”, without a space.');
      continue;
    }
    const isSearchable = kind === 'tag' ? said !== '' : /[\p{L}\p{N}]/u.test(said);
    if (isSearchable) groups.at(-1)?.push({ kind, text: said, isExcluded: minus === '-' });
    else if (said !== '') remarks.push(`“${said}” has no letter or digit to search for.`);
  }
  const anyOf = groups.filter((group) => group.length > 0);
  if (groups.length > 1 && groups.at(-1)?.length === 0) remarks.push('“OR” goes between two search terms.');
  return { anyOf, remark: remarks[0] ?? null };
}
