/** A CSV as some help desk may write it: names of its own, a newline in a cell, hostile text, and rows with faults. */
export const CASES_CSV = [
  'case_no;who;what was said;when',
  '1;client;Hello, my parcel is late;2024-03-01 10:00',
  '1;helper;Sorry, which order number?;2024-03-01 10:01',
  '1;client;"It is 4711,',
  'see the mail";2024-03-01 10:02',
  '2;client;"<img src=x onerror=""document.title=\'broken\'""> does the picture load?";2024-03-01 11:00',
  '2;helper;"=HYPERLINK(""http://example.org"",""click"")";2024-03-01 11:01',
  ';client;a row without a case;2024-03-01 11:02',
  '3;client',
  '3;client;Where is my refund?;2024-03-01 11:05',
  '3;helper;On its way.;2024-03-01 11:06',
  '',
].join('\r\n');

/** What is to become of it. */
export const CASES = { records: 9, utterances: 7, dialogues: 3, rejectedLines: [8, 9] } as const;

/** A file of so many short dialogues, to have something that takes a while. */
export function manyDialogues(count: number): string {
  const rows = ['conversation_id,timestamp,speaker,text'];
  for (let dialogue = 0; dialogue < count; dialogue++) {
    for (let turn = 0; turn < 10; turn++) {
      const speaker = turn % 2 === 0 ? 'customer' : 'agent';
      rows.push(
        `${dialogue},2024-03-01T10:00:0${turn}Z,${speaker},"Line ${turn} of case ${dialogue}, in a few words"`,
      );
    }
  }
  return rows.join('\n');
}
