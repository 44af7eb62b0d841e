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

export const CASES = { records: 9, utterances: 7, dialogues: 3, rejectedLines: [8, 9] } as const;

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

const GOODS = ['kettle', 'lamp', 'jacket', 'phone', 'printer', 'chair', 'watch', 'camera', 'router'];
const BRANDS = ['Northwind', 'Acme', 'Bluebird'];

/** Of three brands, without labels: problem, request for a private message, thanks or complaint. */
export function tickets(count: number): string {
  const rows = ['conversation_id,timestamp,speaker,text,brand'];
  for (let ticket = 0; ticket < count; ticket++) {
    const goods = GOODS[ticket % GOODS.length];
    const brand = BRANDS[ticket % BRANDS.length];
    const number = 1000 + ((ticket * 37) % 9000);
    const pick = (...choices: readonly string[]) => choices[(ticket * 7 + choices.length) % choices.length];
    const turns = [
      pick(
        `My ${goods} has not arrived yet and nobody answers`,
        `The ${goods} is broken and does not work any more`,
        `How do I send the ${goods} back to ${brand}?`,
        `Why was I charged twice for the ${goods}?`,
      ),
      pick(
        `We are sorry to hear that. Please send us a private message with your order number.`,
        `Sorry for the trouble. Could you tell us your order number in a private message?`,
        `Have you tried to restart the ${goods}?`,
      ),
      pick(
        `It is ${number}`,
        `Yes, I tried that twice`,
        `No, it still does not work`,
        `My order number is ${number}`,
      ),
      pick(
        `Thank you. We have passed this on to our team and will get back to you soon.`,
        `Unfortunately we are unable to change that order.`,
        `We are looking into it. Please bear with us.`,
      ),
      pick(`Thanks for your help`, `This is the worst service ever`, `Great, it works now`),
      pick(`You are welcome. Have a great day!`, `Glad to hear that. Is there anything else we can do?`),
    ];
    turns.slice(0, 4 + (ticket % 3)).forEach((text, turn) => {
      const speaker = turn % 2 === 0 ? 'customer' : 'agent';
      rows.push(`${ticket},2024-03-01T10:00:0${turn}Z,${speaker},"${text}",${brand}`);
    });
  }
  return rows.join('\n');
}
