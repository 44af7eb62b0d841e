/**
 * The commonest function words of languages in Latin script. They make up a third and more of running text, are the
 * same in every subject, and differ even between close relatives. A word that two languages share counts for both.
 */
const split = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const ENGLISH_WORDS = split(
  "the a an and or but if of to in on at by for from with about as into is are am was were be been being have has had do does did can could will would shall should may might must not no yes i you he she it we they me him her us them my your his its our their this that these those there here what which who when where why how all any some please thanks thank just also so than then too very up out off now get got need want like know help let hi hello hey ok okay sure good great i'm i'd i'll i've it's that's don't can't didn't isn't what's you're we're there's doesn't im dont cant u ur thx plz pls ya yeah",
);

export const OTHER_LANGUAGES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    german:
      'der die das den dem des ein eine einen einem einer und oder aber nicht kein keine ist sind war waren bin hat haben habe hatte ich du er sie es wir ihr mich mir mein meine meinen ihre ihren sich auf aus bei mit nach von zu zum zur für über unter wie was wann wo warum wer auch noch schon nur sehr kann können könnte möchte bitte danke ja nein wird werden im am vom dass wenn',
    french:
      'le la les un une des du de et ou mais ne pas est sont était suis avez avons ai ont être avoir je tu il elle nous vous ils elles me te se mon ma mes votre vos notre ce cette ces dans sur avec pour par sans chez qui que quoi quand comment pourquoi où oui non merci bonjour très plus bien aussi si au aux peux pouvez voudrais',
    spanish:
      'el la los las un una unos unas de del y o pero no es son está están estoy era fue ser tiene tengo he ha han yo tú usted él ella nosotros ustedes me te se mi mis su sus tu lo le este esta estos estas ese esa en con por para sin sobre que qué quién cuándo cómo dónde cuál sí gracias hola por favor muy más bien también si al puede puedo quiero quisiera necesito',
    italian:
      'il lo la i gli le un una uno di del della dei delle e o ma non è sono era ho ha hanno abbiamo io tu lui lei noi voi mi ti si mio mia miei suo sua questo questa questi quella che chi cosa quando come dove perché per con su da dal dalla nel nella in sì grazie ciao buongiorno molto più anche se al alla vorrei posso può',
    portuguese:
      'o os a as um uma uns umas de do da dos das e ou mas não é são está estou era foi ser tem tenho eu você ele ela nós eles me te se meu minha seu sua este esta esse essa isso em no na nos nas com por para sem sobre que quem quando como onde qual sim obrigado obrigada olá muito mais bem também ao pode posso quero gostaria preciso',
    dutch:
      'de het een en of maar niet geen is zijn was waren ben heb heeft hebben had ik jij je u hij zij ze wij we mij mijn uw ons onze dit dat deze die op in aan bij met naar van voor over uit door hoe wat wanneer waar waarom wie ook nog al alleen zeer kan kunnen wil graag alstublieft bedankt ja nee wordt er om te',
    swedish:
      'en ett den det de och eller men inte ingen är var vara har hade jag du han hon vi ni mig min mitt mina din ditt er sig på i av med till från för om hur vad när var varför vem också kan kunde vill skulle tack ja nej hej som att så här där',
    danish:
      'en et den det de og eller men ikke ingen er var være har havde jeg du han hun vi mig min mit mine din dit sig på i af med til fra for om hvordan hvad hvornår hvor hvorfor hvem også kan kunne vil skulle tak ja nej hej som at så her der',
    polish:
      'i w na z do nie to się jest są był była mam ma być ja ty on ona my wy mi mnie mój moja moje twój pan pani ten ta te co kto kiedy gdzie jak dlaczego czy tak dziękuję proszę dzień dobry bardzo też już tylko ale lub albo po za od przez dla o u',
    turkish:
      'bir ve veya ama değil var yok ben sen o biz siz onlar benim senin bana sana bu şu ne kim zaman nerede nasıl neden mi mı mu mü için ile gibi daha çok de da evet hayır teşekkürler merhaba lütfen istiyorum olarak sonra kadar',
    indonesian:
      'yang dan atau tetapi tidak bukan ada adalah saya aku kamu anda dia kami kita mereka ini itu di ke dari dengan untuk pada oleh apa siapa kapan mana bagaimana mengapa kenapa juga sudah belum akan bisa dapat tolong terima kasih ya halo mau ingin',
    finnish:
      'ja tai mutta ei en on ovat oli olen minä sinä hän me te he minun sinun se tämä tuo mikä mitä kuka milloin missä miten miksi myös vain kun jos että niin kiitos kyllä hei voi voitte haluan',
    hungarian:
      'a az és vagy de nem van volt én te ő mi ti ők ez egy mit ki mikor hol hogyan miért is csak ha hogy igen köszönöm kérem szia szeretnék meg már még',
    czech:
      'a v na z do ne se je jsou byl byla mám má být já ty on ona my vy mi mě můj moje váš ten ta to co kdo kdy kde jak proč ano děkuji prosím dobrý den také už jen ale nebo po za od pro',
    romanian:
      'și sau dar nu este sunt era am are avea eu tu el ea noi voi îmi mea meu un o de la în pe cu din pentru prin ce cine când unde cum care da mulțumesc bună foarte mai să vă rog vreau',
    vietnamese:
      'là và của có không tôi bạn anh chị em cho với được này đó khi nào ở đâu gì ai sao cũng đã sẽ đang những các một xin cảm ơn chào vâng muốn',
  }).map(([language, words]) => [language, split(words)]),
);

/** The names of the lists by code of their language. */
const LISTS: Readonly<Record<string, string>> = {
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  sv: 'swedish',
  da: 'danish',
  pl: 'polish',
  tr: 'turkish',
  id: 'indonesian',
  fi: 'finnish',
  hu: 'hungarian',
  cs: 'czech',
  ro: 'romanian',
  vi: 'vietnamese',
};

/** @param code of ISO 639-1; null if there is no list for the language */
export const functionWordsOf = (code: string): ReadonlySet<string> | null =>
  OTHER_LANGUAGES.get(LISTS[code] ?? '') ?? null;
