import { describe, expect, it } from 'vitest';
import { dialogueLanguage } from './dialogue-language.ts';
import { languageName } from './language.ts';

/** Openers and replies of support, a few words each, one language a line. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  pt: ['Meu pedido ainda não chegou', 'não consigo entrar na minha conta', 'obrigada pela ajuda'],
  es: ['Mi pedido no ha llegado todavía', 'no puedo entrar en mi cuenta', 'gracias por la ayuda'],
  fr: ["Ma commande n'est pas encore arrivée", 'je ne peux pas me connecter', 'merci pour votre aide'],
  de: ['Meine Bestellung ist noch nicht da', 'ich komme nicht in mein Konto', 'danke für die Hilfe'],
  it: ['Il mio ordine non è ancora arrivato', 'vorrei disdire il mio abbonamento'],
  nl: ['Mijn bestelling is nog niet aangekomen', 'kunt u mijn abonnement opzeggen'],
  pl: ['Moje zamówienie jeszcze nie dotarło', 'nie mogę się zalogować'],
  tr: ['Siparişim hala gelmedi', 'hesabıma giremiyorum'],
  ru: ['Мой заказ ещё не пришёл', 'не могу войти в аккаунт'],
  zh: ['我的订单还没到', '请问多久能送到？'],
  ja: ['注文した商品がまだ届きません', 'ログインできません'],
  ko: ['주문한 상품이 아직 안 왔어요'],
};

describe('the language of a dialogue', () => {
  it.each(Object.entries(SHORT).flatMap(([code, texts]) => texts.map((text) => [code, text])))(
    'is %s: %s',
    (code, text) => {
      expect(dialogueLanguage([text])).toBe(code);
    },
  );

  it('is English for telegraphic English, and for English with foreign names and links', () => {
    for (const texts of [
      ['my card is lost, block it pls'],
      ['@Telekom_hilft where is my order? https://example.com/bestellung'],
      ['I want a table at El Camino Real in Los Angeles'],
    ])
      expect(dialogueLanguage(texts)).toBe('en');
  });

  it('is unknown without evidence', () => {
    for (const texts of [[], ['ok'], ['4711', '😀😀'], ['@a #b https://c.example']])
      expect(dialogueLanguage(texts)).toBeNull();
  });

  it('reads a bounded part', () => {
    expect(dialogueLanguage(['where is my parcel '.repeat(500), 'não consigo entrar na minha conta'])).toBe(
      'en',
    );
  });

  it('has an English name', () => {
    expect(['pt', 'zh', 'en'].map(languageName)).toEqual(['Portuguese', 'Chinese', 'English']);
  });
});
