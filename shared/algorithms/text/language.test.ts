import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random/random.ts';
import { detectLanguage } from './language.ts';

const data = process.env.DIALOGRAM_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));

function corpus(name: string): string[][] {
  const lines = gunzipSync(readFileSync(join(data, name, 'dialogues.jsonl.gz')))
    .toString('utf8')
    .split('\n');
  return lines
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { turns: { text: string }[] }).turns.map((turn) => turn.text));
}

describe('the language of a dialogue', () => {
  it.each([
    [
      'german',
      [
        'Hallo, ich habe meine Bestellung noch nicht bekommen.',
        'Können Sie mir bitte die Bestellnummer geben?',
        'Ja, das ist die 4711.',
      ],
    ],
    [
      'french',
      [
        "Bonjour, je n'ai pas reçu ma commande.",
        'Quel est votre numéro de commande ?',
        "C'est le 4711, merci.",
      ],
    ],
    [
      'spanish',
      ['Hola, no puedo entrar en mi cuenta.', '¿Cuál es su correo, por favor?', 'Es el de siempre, gracias.'],
    ],
    ['italian', ['Buongiorno, non ho ricevuto il mio ordine.', 'Mi può dare il numero?', 'Sì, è questo.']],
    ['portuguese', ['Olá, não consigo entrar na minha conta.', 'Qual é o seu e-mail?', 'É este, obrigado.']],
    [
      'dutch',
      [
        'Hallo, ik heb mijn bestelling nog niet ontvangen.',
        'Wat is het bestelnummer?',
        'Dat is 4711, bedankt.',
      ],
    ],
    [
      'swedish',
      ['Hej, jag har inte fått min beställning.', 'Vad är ditt ordernummer?', 'Det är 4711, tack.'],
    ],
    [
      'polish',
      [
        'Dzień dobry, nie mogę się zalogować na moje konto.',
        'Jaki jest adres?',
        'To jest ten sam, dziękuję.',
      ],
    ],
    [
      'turkish',
      [
        'Merhaba, siparişim gelmedi, neden bu kadar uzun?',
        'Bir sorun var mı?',
        'Evet, çok geç, teşekkürler.',
      ],
    ],
    [
      'indonesian',
      ['Halo, saya tidak bisa masuk ke akun saya.', 'Apa email anda?', 'Ini dia, terima kasih.'],
    ],
    ['russian', ['Здравствуйте, мой заказ не пришёл.', 'Какой номер заказа?']],
    ['greek', ['Καλημέρα, δεν ήρθε η παραγγελία μου.']],
    ['arabic', ['مرحبا، لم يصل طلبي بعد', 'ما هو رقم الطلب؟']],
    ['japanese', ['注文した商品がまだ届きません。', '注文番号を教えてください。']],
    ['korean', ['주문한 상품이 아직 안 왔어요.']],
    ['hindi', ['मेरा ऑर्डर अभी तक नहीं आया']],
    ['chinese with a few Latin words', ['你好，我的 wifi 连不上了', '请问您的 router 是什么型号？']],
  ])('%s is another one', (_, texts) => {
    const { language, confidence } = detectLanguage(texts);
    expect(language).toBe('other');
    expect(confidence).toBeGreaterThan(0);
  });

  it.each([
    ['short', ['hi', 'refund', 'ok', 'no', 'bye']],
    ['telegraphic', ['lost card', 'block pls', '5245', 'thx']],
    ['with names', ['Anjappar Chettinad, Los Angeles', 'La Jolla', 'table for 2', 'El Camino Real']],
    [
      'with one foreign sentence',
      [
        'Hi, I cannot log in to my account.',
        'It says "Das Passwort ist nicht richtig".',
        'What can I do to get it back in English?',
      ],
    ],
    ['numbers and pictures', ['4711', '😀😀', '!!!']],
    ['empty', ['', ' ']],
  ])('English stays English: %s', (_, texts) => {
    expect(detectLanguage(texts).language).toBe('english');
  });

  it('reports what it found', () => {
    expect(detectLanguage([])).toEqual({
      language: 'english',
      confidence: 0,
      evidence: { words: 0, latinShare: 1, englishShare: 0, otherLanguage: null, otherShare: 0 },
    });
    expect(
      detectLanguage(['ich kann mich nicht in mein Konto einloggen, was ist da los']).evidence.otherLanguage,
    ).toBe('german');
  });

  it('is certain for long text without an English function word, in any language', () => {
    const random = createRandom(1);
    const word = (): string => Array.from({ length: 5 }, () => random.pick([...'bcdfgklmoaeiu'])).join('');
    expect(detectLanguage([Array.from({ length: 60 }, word).join(' ')]).language).toBe('other');
  });

  it('reads a bounded part of any text', () => {
    expect(detectLanguage(['the refund is here '.repeat(500_000)]).evidence.words).toBeLessThan(20_000);
  });
});

const present = existsSync(join(data, 'crosswoz-zh', 'dialogues.jsonl.gz'));
describe.skipIf(!present)(`the language of real corpora (needs ${data}; set DIALOGRAM_DATA)`, () => {
  it('no English dialogue raises an alarm', () => {
    for (const name of [
      'multiwoz',
      'star',
      'multidogo',
      'taskmaster',
      'camrest676',
      'agent-tool-logs',
      'abcd',
    ]) {
      const dialogues = corpus(name);
      expect(
        dialogues.filter((texts) => detectLanguage(texts).language !== 'english'),
        name,
      ).toEqual([]);
      expect(detectLanguage(dialogues.slice(0, 100).flat())).toMatchObject({ language: 'english' });
    }
  });

  it('every Chinese dialogue does', () => {
    const dialogues = corpus('crosswoz-zh');
    expect(dialogues.filter((texts) => detectLanguage(texts).language !== 'other')).toEqual([]);
    expect(detectLanguage(dialogues.flat()).confidence).toBeGreaterThan(0.9);
  });
});
