import { answers, asked, field, OTHER_LABELS, type StarDomain, sheet, text } from './star-domain.ts';

const FORGOT = 'self.account_number == "NA" or self.pin == "NA"';
const CANNOT = 'bank_inform_cannot_authenticate';

export const bank: StarDomain = {
  task: 'bank_fraud_report',
  set: {
    worksheets: [
      sheet(
        'Main',
        [
          field('full_name', text, 'Could you tell me your full name?'),
          field('account_number', text, 'What is the number of your account?'),
          field('pin', text, 'And the PIN?', { predicate: 'self.account_number != "NA"' }),
          field('date_of_birth', text, 'When were you born?', { predicate: FORGOT }),
          field('mothers_maiden_name', text, 'What was the maiden name of your mother?', {
            predicate: FORGOT,
          }),
          field('childhood_pet', text, 'What was the pet called that you had as a child?', {
            predicate: FORGOT,
          }),
          field(
            'fraud_report',
            text,
            'What happened: was a card lost or stolen, was money withdrawn, transferred, charged, spent or taken, is a transaction suspicious?',
          ),
        ],
        { backend: 'report_fraud' },
      ),
    ],
    functions: [answers('report_fraud', ['full_name', 'fraud_report'])],
  },
  asks: {
    ask_name: 'full_name',
    bank_ask_account_number: 'account_number',
    bank_ask_pin: 'pin',
    bank_ask_dob: 'date_of_birth',
    bank_ask_mothers_maiden_name: 'mothers_maiden_name',
    bank_ask_childhood_pets_name: 'childhood_pet',
    bank_ask_fraud_details: 'fraud_report',
  },
  labelsOf(act) {
    switch (asked(act)) {
      case 'full_name':
        return ['ask_name', 'hello'];
      case 'account_number':
        return ['bank_ask_account_number'];
      case 'pin':
        return ['bank_ask_pin'];
      case 'date_of_birth':
        return ['bank_ask_dob', CANNOT];
      case 'mothers_maiden_name':
        return ['bank_ask_mothers_maiden_name', CANNOT];
      case 'childhood_pet':
        return ['bank_ask_childhood_pets_name', CANNOT];
      case 'fraud_report':
        return ['bank_ask_fraud_details'];
      default:
        return act.act === 'REPORT' ? ['bank_inform_fraud_report_submitted', CANNOT] : [];
    }
  },
  silent: OTHER_LABELS,
  heard: [
    [/anything else/i, 'anything_else'],
    [/good ?bye/i, 'goodbye_1'],
    [/submitted/i, 'bank_inform_fraud_report_submitted'],
    [/cannot authenticate|can't authenticate/i, CANNOT],
    [/maiden/i, 'bank_ask_mothers_maiden_name'],
    [/\bpet\b/i, 'bank_ask_childhood_pets_name'],
    [/date of birth|birth ?date|born/i, 'bank_ask_dob'],
    [/\bpin\b/i, 'bank_ask_pin'],
    [/account number|number of your account/i, 'bank_ask_account_number'],
    [/\bname\b/i, 'ask_name'],
    [/fraud report|what happened|details/i, 'bank_ask_fraud_details'],
  ],
  said(text, asked) {
    const found = new Map<string, string>();
    const take = (name: string, pattern: RegExp): void => {
      const value = pattern
        .exec(text)
        ?.slice(1)
        .find((part) => part !== undefined);
      if (value !== undefined) found.set(name, value);
    };
    const isQuestion = /\?\s*$/.test(text);
    const tells =
      /\b(?:stole|stolen|rob|robbed|withdr[ae]w\w*|transfer\w*|charge[ds]?|charging|lost|missing|hack\w*|scam\w*|suspicious|unauthori[sz]ed|transactions?|took|taken|spent|used|purchase\w*)\b/i;
    if (asked === 'fraud_report' || tells.test(text)) found.set('fraud_report', text);
    // Account numbers have eight digits, PINs four.
    take('account_number', /\b(\d{6,})\b/);
    take('pin', /(?:\bpin\b\D{0,30}|^\D{0,12}|\btry |\bit'?s )(\d{4})\b(?!\/)/i);
    take('mothers_maiden_name', /\bmaiden name\b(?: is| was|:|'s)? ([A-Z]?\w+)/i);
    take(
      'childhood_pet',
      /(\w+)(?:,? (?:is|was) (?:the name of )?my (?:childhood )?(?:pet|dog|cat))|\b(?:pet|dog|cat)(?:'s name)?(?: is| was|:)? (?:named |called )?([A-Z]\w+)/,
    );
    take(
      'date_of_birth',
      /\b(\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\w+ \d{1,2}(?:st|nd|rd|th)?,? (?:of )?(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)?(?: of)? \w+,? (?:19|20)\d\d)\b/i,
    );
    const whole = ['mothers_maiden_name', 'childhood_pet', 'date_of_birth'];
    if (asked !== null && whole.includes(asked) && found.size === 0 && !isQuestion) found.set(asked, text);
    if (asked === 'full_name' && !isQuestion) found.set('full_name', text);
    take('full_name', /^([A-Z]\w+ [A-Z]\w+)(?=[,.]|$| (?:and|my|pin|account)\b)/);
    take('full_name', /\b(?:i am|i'm|my name is|name's|this is) ([A-Z]\w+ [A-Z]\w+)/);
    return [...found].map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join('\n');
  },
};
