import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPersonalData, passesLuhn, passesMod97 } from './find-personal-data.ts';
import { introducedNames } from './finders/introduced-names.ts';
import { createMasker } from './masker.ts';

const found = (text: string): string[] =>
  findPersonalData(text).map((span) => `${span.kind}:${text.slice(span.start, span.end)}`);

describe('is replaced', () => {
  it.each([
    ['Write to jo.doe+shop@mail.example.org.', 'email:jo.doe+shop@mail.example.org'],
    ['(jo@example.org)', 'email:jo@example.org'],
    ['It is jürgen@müller.example, thanks', 'email:jürgen@müller.example'],
    ['jo dot is not it but jo at gmail dot com is', 'email:jo at gmail dot com'],
    ['jo(at)example(dot)org', 'email:jo(at)example(dot)org'],
    ['@115712 please send us a message', 'handle:@115712'],
    ['.@Ada_Lovelace: thanks!', 'handle:@Ada_Lovelace'],
    ['Call +44 20 7946 0958 now', 'phone:+44 20 7946 0958'],
    ['+1 (415) 555-0123', 'phone:+1 (415) 555-0123'],
    ['0049 30 901820', 'phone:0049 30 901820'],
    ['my number: 01223 358966', 'phone:01223 358966'],
    ['01223358966', 'phone:01223358966'],
    ['06 12 34 56 78', 'phone:06 12 34 56 78'],
    ['(030) 901820 12', 'phone:(030) 901820 12'],
    ['415-555-0123.', 'phone:415-555-0123'],
    ['415.555.0123', 'phone:415.555.0123'],
    ['415 555 0123', 'phone:415 555 0123'],
    ['555-0123', 'phone:555-0123'],
    ['my phone is 4471 8890', 'phone:4471 8890'],
    ['4111 1111 1111 1111', 'card:4111 1111 1111 1111'],
    ['card 378282246310005 please', 'card:378282246310005'],
    ['5500-0000-0000-0004', 'card:5500-0000-0000-0004'],
    ['DE89 3704 0044 0532 0130 00 is mine', 'iban:DE89 3704 0044 0532 0130 00'],
    ['gb82west12345698765432', 'iban:gb82west12345698765432'],
    ['order number 4711', 'number:4711'],
    ['order #4711', 'number:4711'],
    ['Order 48213 never came', 'number:48213'],
    ['Your reference number is : 7GAWK763 .', 'number:7GAWK763'],
    ['your ref is FRXKEHUT', 'number:FRXKEHUT'],
    ['Reference: AB-1234-XY', 'number:AB-1234-XY'],
    ['it is 7gawk763', 'number:7gawk763'],
    ['order 112-4567890-1234567 is late', 'number:112-4567890-1234567'],
    ['Your Reference number is : IDXPOR2N .', 'number:IDXPOR2N'],
    ['the ref . number is 103OAAXG', 'number:103OAAXG'],
    ['Reference number is : WI8UR8MB', 'number:WI8UR8MB'],
    ['The order number is now ABC123.', 'number:ABC123'],
    ['It is free.408-555-0172 is the number', 'phone:408-555-0172'],
    ['20 7946 0958', 'phone:20 7946 0958'],
    ['2 8765 2000 is their number', 'phone:2 8765 2000'],
    ['Bestellnummer: 90210', 'number:90210'],
    ['numéro de commande 5512', 'number:5512'],
    ['the code is 481920', 'number:481920'],
    ['8901234567', 'number:8901234567'],
    ['my cvv is 123', 'number:123'],
    ['CVC2: 0423', 'number:0423'],
    ['security code 917', 'number:917'],
    ['the CVC on the back of it is 1 2 3', 'number:1 2 3'],
    ['the three digits on the back are 917', 'number:917'],
    ['Die Prüfnummer ist 917', 'number:917'],
    ['pin 4471', 'number:4471'],
    ['my password is hunter2', 'password:hunter2'],
    ['Password: Tr0ub4dor&3, please', 'password:Tr0ub4dor&3'],
    ['password for my account is "sunshine" ok', 'password:sunshine'],
    ['My password is sunshine.', 'password:sunshine'],
    ['I changed the password to sunshine and it fails', 'password:sunshine'],
    ['passwort: geheim', 'password:geheim'],
    ['login with pwd S3cret!', 'password:S3cret'],
    ['from 192.168.1.20', 'ip:192.168.1.20'],
    ['at 2001:db8::8a2e:370:7334', 'ip:2001:db8::8a2e:370:7334'],
    ['https://me:pw@example.org/x', 'url:https://me:pw@example.org/x'],
    ['see https://example.org/reset?token=abc123&x=1', 'url:https://example.org/reset?token=abc123&x=1'],
    [
      'https://example.org/i/9f8e7d6c5b4a39281706f5e4d3c2',
      'url:https://example.org/i/9f8e7d6c5b4a39281706f5e4d3c2',
    ],
  ])('%s', (text, expected) => {
    expect(found(text)).toContain(expected);
    expect(found(text)).toHaveLength(1);
  });
});

describe('stays', () => {
  it.each([
    'At 10:30 or 17.45 pm on 14/03/2019',
    'Between 2019-03-14 and 2019-03-21, 2019-03-14T10:30:00Z',
    'From 10:15 to 12:45, and 14:00',
    'It is $1,200.50, or 1200000 dollars, or €99',
    'about 1,234,567 people in 2020 and 2021',
    'Room 1204, table for 12, flight at 0930 hours',
    'Trains leave every 15 minutes, 24/7',
    'covid19, iphone12, windows11, mp3, 1080p, 24hours, a380, 4x4, 100gb, h2o',
    'version 2.10.3 of the app',
    'the 24-hour line, a 3-star hotel, covid-19-test',
    'https://example.org/help?lang=en',
    'order 2 pizzas, booking for 4, ticket for 2 adults',
    'C++ std::vector and a::b',
    'The ratio is 3.14159265',
    'postcode area CB2',
    'call me at home',
    'look at the dot',
    'My password is not working, the password is wrong.',
    'Is the password expired? It is invalid, the password was rejected.',
    'How do I reset my password? Click "forgot password".',
    'password reset, password protected, a password manager',
    'I need 123 of them, no cvv needed',
    'security code? I have paid 1.200 of it',
    'user@host',
    'npm install @scope/package, meet @ 5 pm, paths @/components',
    'It costs 12.50',
    'Monday, 5 pm to 7 pm',
    'flight HAT069, 8MB, WIN11',
    'May3rd, 15th-24th, co0ffee, travel4joy',
    'at 1016-1098 North Street, suite #1200, in 2019 2020 2021, or 2019-2024',
    'an order is late, the reference is clear',
  ])('%s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('of two kinds', () => {
  it('the surer one wins', () => {
    expect(found('https://example.org/?user=jo@example.org&token=4111111111111111')).toHaveLength(1);
    expect(found('card 4111111111111111')).toEqual(['card:4111111111111111']);
    expect(found('4111111111111112')).toEqual(['number:4111111111111112']);
  });
  it('each stands for itself', () => {
    expect(found('Order #4711, jo@example.org, +44 20 7946 0958')).toEqual([
      'number:4711',
      'email:jo@example.org',
      'phone:+44 20 7946 0958',
    ]);
  });
});

describe('check digits', () => {
  it('hold for what is issued and for nothing that is one digit off', () => {
    expect(passesLuhn('4111111111111111')).toBe(true);
    expect(passesLuhn('0000000000000000')).toBe(false);
    expect(passesMod97('DE89370400440532013000')).toBe(true);
    fc.assert(
      fc.property(
        fc.stringMatching(/^[3-6]\d{12,17}$/),
        fc.nat(17),
        fc.integer({ min: 1, max: 9 }),
        (digits, at, by) => {
          const other = [...digits].map((digit, index) =>
            index === at % digits.length ? String((Number(digit) + by) % 10) : digit,
          );
          expect(passesLuhn(digits) && passesLuhn(other.join(''))).toBe(false);
        },
      ),
    );
  });
});

describe('the masker', () => {
  it('names the same datum the same, however it is written', () => {
    const masker = createMasker([]);
    expect(masker.mask('jo@example.org and JO@Example.org').text).toBe('[email-1] and [email-1]');
    expect(masker.mask('a@example.org, jo@example.org').text).toBe('[email-2], [email-1]');
    expect(masker.mask('Order #4711: +44 20 7946 0958').text).toBe('Order #[number-1]: [phone-1]');
    expect(masker.mask('+44 2079460958').text).toBe('[phone-1]');
    expect(masker.unmask('Write to [email-2] about [number-1], not [email-9] or [x-1].')).toBe(
      'Write to a@example.org about 4711, not [email-9] or [x-1].',
    );
  });

  it('hides a name that the dialogue introduces, as a word of its own, and puts it back', () => {
    const masker = createMasker(['It is late', 'Who is this?', 'My name is Ann', 'this is ada speaking']);
    expect(masker.mask('Thanks Ann, Anna is not Ann. Ada? ada!').text).toBe(
      'Thanks [name-1], Anna is not [name-1]. [name-2]? [name-2]!',
    );
    expect(masker.mask('an answer').text).toBe('an answer');
    expect(masker.unmask('Hello [name-1]')).toBe('Hello Ann');
  });

  it('joins the parts of one name', () => {
    const masker = createMasker(['This is Ada M. Lovelace']);
    expect(masker.mask('Ada M. Lovelace called, Ada did').text).toBe('[name-1] called, [name-2] did');
  });

  it('leaves the address that a name stands in whole', () => {
    expect(createMasker(['I am Ada']).mask('Ada, ada@example.org').text).toBe('[name-1], [email-1]');
  });

  it('leaves no introduced name, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][a-z'’-]{2,8}[a-z]$/), (name) => {
        const texts = [`My name is ${name}.`, `Is ${name} there?`];
        fc.pre(introducedNames(texts).length > 0);
        const masker = createMasker(texts);
        expect(texts.map((text) => masker.mask(text).text)).toEqual([
          'My name is [name-1].',
          'Is [name-1] there?',
        ]);
      }),
    );
  });

  it('hides the answer to a question for a check number or a password', () => {
    const texts = ['What is the CVV of the card?', '917', 'And your password?', "It's hunter2", '1204 left'];
    const masker = createMasker(texts);
    expect(texts.map((text) => masker.mask(text).text)).toEqual([
      'What is the CVV of the card?',
      '[number-1]',
      'And your password?',
      "It's [password-1]",
      '1204 left',
    ]);
  });

  it('hides a secret wherever it is said again', () => {
    const texts = [
      'I think the PIN is either 7402 or 3100. Try 7402 first.',
      '7402 it is',
      'password: Hunter2',
      'so Hunter2?',
    ];
    const masker = createMasker(texts);
    expect(texts.map((text) => masker.mask(text).text)).toEqual([
      'I think the PIN is either [number-1] or [number-2]. Try [number-1] first.',
      '[number-1] it is',
      'password: [password-1]',
      'so [password-1]?',
    ]);
  });

  it('says where it replaced what', () => {
    expect(createMasker([]).mask('To jo@example.org!').spans).toEqual([
      { start: 3, end: 17, kind: 'email', placeholder: '[email-1]' },
    ]);
  });

  it('is not fooled by text that poses as a placeholder', () => {
    const masker = createMasker([]);
    const masked = ['I am jo@example.org', 'Tell me [email-1]'].map((text) => masker.mask(text).text);
    expect(masked).toEqual(['I am [email-1]', 'Tell me [email-2]']);
    expect(masker.unmask(masked[1] ?? '')).toBe('Tell me [email-1]');
  });

  const piece = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      'jo@example.org',
      '+44 20 7946 0958',
      '4111111111111111',
      '7GAWK763',
      '[email-1]',
      '[number-',
      ']',
      '1',
      '.',
      ' ',
      '10:30',
      '#4711',
      '192.168.0.1',
      'order number ',
      'password is ',
      'my cvv ',
    ),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  it('leaves nothing it found, and puts back every text in which each datum is written one way', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const masker = createMasker([]);
        for (const before of texts) {
          const { text: after, spans } = masker.mask(before);
          let end = 0;
          for (const span of spans) {
            expect(span.start).toBeGreaterThanOrEqual(end);
            end = span.end;
          }
          expect(end).toBeLessThanOrEqual(before.length);
          const alone = createMasker([]);
          const once = alone.mask(before);
          const writings = new Map<string, Set<string>>();
          for (const span of once.spans) {
            const known = writings.get(span.placeholder) ?? new Set();
            writings.set(span.placeholder, known.add(before.slice(span.start, span.end)));
          }
          if ([...writings.values()].every((known) => known.size === 1))
            expect(alone.unmask(once.text)).toBe(before);
          expect(after.length).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('reads long hostile texts in time that grows with their length', () => {
    for (const unit of [
      'a',
      '1',
      '1-',
      'a1',
      '1 ',
      '@',
      '.',
      ':',
      'a.',
      '1.',
      'a@',
      '::',
      'http://',
      '+1',
      '(1',
      'order ',
      '-',
      '1,',
      'cvv ',
      'cvv 1 ',
      'password ',
      'password for a',
      'my name is ',
    ]) {
      // Milliseconds; squared it would outlast the test.
      const long = unit.repeat(60_000 / unit.length);
      const { text } = createMasker([long]).mask(long);
      expect(text.length).toBeLessThanOrEqual(60_000 * 12);
    }
  });
});
