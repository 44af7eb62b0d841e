import { agent, digression, type Flow, type Step, user } from './flow.ts';

/** A second language of the demo: fewer tasks, all in Brazilian Portuguese, to try what does not know English. */

export const PORTUGUESE_PHRASES: Readonly<Record<string, readonly string[]>> = {
  hi: ['[Oi|Olá|Bom dia|Boa tarde|Boa noite][,|!]', '[Oi|Olá],', '', ''],
  sure: ['[Claro|Com certeza|Pois não|Posso ajudar com isso|Vou verificar isso para você].', ''],
  sorry: ['[Sinto muito|Lamento pelo transtorno|Desculpe pelo inconveniente|Entendo, isso é chato].', '', ''],
  ack: ['[Obrigado|Obrigada|Certo|Entendi|Perfeito].', '[Obrigado pela informação|Certo, anotado].', '', ''],
};

/** The facts of a dialogue that are text. */
export const PORTUGUESE_WORDS: Readonly<Record<string, readonly string[]>> = {
  item: 'a chaleira,a luminária,a mochila,a jaqueta,o teclado,o cobertor,a torradeira,a garrafa,a barraca,o tapete'.split(
    ',',
  ),
  weekday: 'segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado'.split(','),
  nextDay: 'segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado'.split(','),
};

export const PORTUGUESE_OPENING: Readonly<Record<string, Step>> = {
  ...agent({
    'welcome-customer': [
      {},
      '[Olá|Oi|Bom dia|Boa tarde], [bem-vindo ao atendimento|você está falando com o suporte]. [Como posso ajudar|Em que posso ajudar|O que posso fazer por você][ hoje|]?',
    ],
  }),
  ...user({
    'greet-agent': [
      {},
      '[Oi|Olá|Bom dia|Boa tarde], [tem alguém aí|você pode me ajudar|posso tirar uma dúvida|preciso de uma ajuda]?',
    ],
  }),
};

export const PORTUGUESE_ANOTHER_TASK: Step = {
  role: 'user',
  label: 'ask-another-thing',
  say: ['[Sim|Na verdade sim], [tem mais uma coisa|tenho outra dúvida|queria mais uma coisa].'],
  next: {},
};

const CLOSING: Readonly<Record<string, Step>> = {
  ...user({
    'thank-agent': [
      { 'offer-more-help~thanked': 6, 'say-goodbye': 4 },
      '[Ótimo|Perfeito|Que bom|Maravilha], [obrigado|obrigada|muito obrigado|muito obrigada][ pela ajuda| pela atenção| pela rapidez|].',
      '[Muito obrigado|Muito obrigada|Obrigado mesmo][, ajudou muito|, era isso que eu precisava|, fico mais tranquilo|].',
    ],
    'decline-more-help': [
      { 'say-goodbye': 9 },
      'Não, [é só isso|era só isso|só isso mesmo|por hoje é só][, obrigado|, obrigada|].',
      '[Só isso|Mais nada|Por enquanto não], [obrigado|obrigada|valeu].',
    ],
  }),
  ...agent({
    'offer-more-help~thanked': [
      { 'decline-more-help': 1 },
      '[De nada|Imagina|Por nada|Fico feliz em ajudar]. [Posso ajudar em mais alguma coisa|Precisa de mais alguma coisa|Tem mais alguma dúvida]?',
    ],
    'offer-more-help': [
      { 'decline-more-help': 1 },
      '[Certo|Tudo bem]. [Posso ajudar em mais alguma coisa|Precisa de mais alguma coisa|Há algo mais em que eu possa ajudar]?',
    ],
    'say-goodbye': [
      {},
      '[Obrigado pelo contato|Agradecemos o contato|Obrigado pela paciência]. [Tenha um bom dia|Tenha uma ótima semana|Até logo|Até mais]!',
      '[Por nada|Disponha|Foi um prazer ajudar]. [Tenha um bom dia|Tenha uma boa tarde|Até mais]!',
    ],
  }),
};

const GIVE_ORDER = [
  '[O número é|O pedido é|É o] {order}.',
  '{order}[, está no e-mail|, conforme a confirmação|].',
  '[Claro|Sim], [o número do pedido é|meu pedido é] {order}.',
];

const ASK_ORDER = [
  '{sorry} [Qual é o número do pedido|Pode me informar o número do pedido|Poderia me passar o número do pedido]?',
  '{sure} [Preciso do número do pedido|Me informe o número do pedido], por favor.',
];

const FIND_PARCEL: Flow = {
  id: 'pt-find-parcel',
  topic: 'a entrega',
  domain: 'loja',
  start: { 'report-late-parcel': 5, 'ask-delivery-time': 2 },
  digressions: [
    digression(
      ['ask-who-delivers', '[Qual transportadora entrega|Quem faz a entrega]?'],
      ['name-carrier', 'A entrega é feita [pelos Correios|por uma transportadora parceira].'],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'report-late-parcel': [
        { 'ask-order-number': 1 },
        '{hi} [meu pedido ainda não chegou|minha encomenda está atrasada|não recebi {item} que comprei], [era para chegar na {weekday}|já passou do prazo|o que houve].',
        '{hi} [onde está meu pedido|cadê minha encomenda|por que meu pedido não chegou]?',
      ],
      'ask-delivery-time': [
        { 'ask-order-number': 1 },
        '{hi} [quando chega|qual a previsão de entrega para|quanto tempo falta para chegar] {item}?',
      ],
      'give-order-number': [{ 'say-on-the-way': 4, 'say-lost': 2 }, ...GIVE_ORDER],
      'accept-new-parcel': [
        { 'confirm-new-parcel': 1 },
        '[Sim|Pode ser|Tudo bem], [quero que enviem outro|mande outro, por favor|prefiro receber um novo].',
      ],
      'prefer-money-back': [
        { 'confirm-money-back': 1 },
        '[Não|Prefiro não esperar], [quero o dinheiro de volta|prefiro o reembolso|quero cancelar e receber o valor].',
      ],
    }),
    ...agent({
      'ask-order-number': [{ 'give-order-number': 1 }, ...ASK_ORDER],
      'say-on-the-way': [
        { 'thank-agent': 4, 'offer-more-help': 1 },
        '{ack} [O pedido está a caminho|Sua encomenda saiu para entrega|O pacote está com a transportadora] e [chega|deve chegar] [na {nextDay}|até {nextDay}].',
      ],
      'say-lost': [
        { 'accept-new-parcel': 3, 'prefer-money-back': 2 },
        '{sorry} [O pacote foi extraviado|A transportadora perdeu o pacote]. [Podemos enviar outro ou devolver o valor|Prefere um novo envio ou o reembolso]?',
      ],
      'confirm-new-parcel': [
        { 'thank-agent': 1 },
        '[Pronto|Certo], [um novo pacote sai hoje|o novo envio foi feito] e chega [na {nextDay}|até {nextDay}].',
      ],
      'confirm-money-back': [
        { 'thank-agent': 1 },
        '[Pronto|Certo], [o reembolso foi solicitado|já pedi o reembolso]. [O valor volta em cinco dias úteis|O valor aparece na próxima fatura].',
      ],
    }),
  },
};

const RESTORE_LOGIN: Flow = {
  id: 'pt-restore-login',
  topic: 'o acesso',
  domain: 'conta',
  start: { 'report-login-failure': 1 },
  digressions: [
    digression(
      ['ask-why-locked', 'Por que [minha conta foi bloqueada|isso aconteceu]?'],
      ['explain-lock', 'A conta é bloqueada depois de [três|cinco] tentativas erradas.'],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'report-login-failure': [
        { 'ask-email': 1 },
        '{hi} [não consigo entrar na minha conta|não consigo fazer login|o aplicativo não aceita minha senha][, aparece senha inválida|, já tentei várias vezes|].',
        '{hi} [esqueci minha senha|minha conta está bloqueada|perdi o acesso à minha conta], [o que eu faço|podem me ajudar]?',
      ],
      'give-email': [
        { 'send-link': 1 },
        '[É|O e-mail é|Meu e-mail é] {email}.',
        '{email}[, é o único que uso|].',
      ],
      'confirm-access': [
        { 'offer-more-help': 2, 'say-goodbye': 1 },
        '[Recebi|Chegou], [consegui entrar|agora funcionou|deu certo]!',
        '[Funcionou|Deu certo], [já entrei na conta|a senha nova funciona].',
      ],
      'report-no-link': [
        { 'check-spam': 1 },
        '[Ainda não recebi|Não chegou] [nada|o e-mail|o link].',
        'Nada [até agora|ainda], [o link não chegou|não veio nenhum e-mail].',
      ],
      'found-link': [
        { 'say-goodbye': 1, 'offer-more-help': 2 },
        '[Estava no spam|Achei no lixo eletrônico], [agora deu certo|consegui entrar].',
      ],
    }),
    ...agent({
      'ask-email': [
        { 'give-email': 1 },
        '{sorry} [Qual é o e-mail cadastrado|Pode me informar o e-mail da conta|Com qual e-mail você se cadastrou]?',
      ],
      'send-link': [
        { 'confirm-access': 3, 'report-no-link': 2 },
        '{ack} [Enviei um link|Acabei de mandar um link|Você vai receber um link] para [criar uma nova senha|redefinir a senha]. [Pode verificar|Chegou]?',
      ],
      'check-spam': [
        { 'found-link': 1 },
        '[Pode olhar|Dê uma olhada] [na caixa de spam|no lixo eletrônico], por favor.',
      ],
    }),
  },
};

const CANCEL_PLAN: Flow = {
  id: 'pt-cancel-plan',
  topic: 'a assinatura',
  domain: 'conta',
  start: { 'request-cancellation': 1 },
  digressions: [
    digression(
      ['ask-fee', '[Tem multa|Preciso pagar alguma taxa|Vou pagar multa] para cancelar?'],
      ['deny-fee', 'Não, [não há multa|o cancelamento é gratuito].'],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'request-cancellation': [
        { 'ask-reason': 3, 'confirm-cancellation': 1 },
        '{hi} [quero cancelar minha assinatura|gostaria de cancelar meu plano|preciso encerrar minha assinatura].',
        '{hi} [como faço para cancelar o plano|vocês podem cancelar minha assinatura]?',
      ],
      'give-reason': [
        { 'offer-discount': 2, 'confirm-cancellation': 3 },
        '[Está muito caro|Ficou caro demais|O preço subiu muito].',
        '[Quase não uso|Não uso mais o serviço|Não preciso mais].',
        '[Encontrei outro serviço|Vou trocar de empresa].',
      ],
      'accept-discount': [
        { 'confirm-discount': 1 },
        '[Está bem|Pode ser|Aceito], [vou ficar com o desconto|mantenho o plano então].',
      ],
      'refuse-discount': [
        { 'confirm-cancellation': 1 },
        '[Não, obrigado|Não, obrigada|Mesmo assim não], [quero cancelar|prefiro cancelar mesmo].',
      ],
    }),
    ...agent({
      'ask-reason': [
        { 'give-reason': 1 },
        '{sure} [Posso saber o motivo|Qual é o motivo do cancelamento|Por que deseja cancelar]?',
      ],
      'offer-discount': [
        { 'accept-discount': 2, 'refuse-discount': 3 },
        '{ack} [Podemos oferecer|Posso oferecer|Temos] [trinta por cento de desconto|um desconto de metade do preço] [por três meses|por seis meses]. [Aceita|O que acha]?',
      ],
      'confirm-cancellation': [
        { 'thank-agent': 1 },
        '[Pronto|Certo], [sua assinatura foi cancelada|o plano foi cancelado] [e não haverá novas cobranças|a partir de hoje|].',
      ],
      'confirm-discount': [
        { 'thank-agent': 1 },
        '[Ótimo|Pronto], [o desconto já está ativo|apliquei o desconto] [na próxima fatura|a partir deste mês].',
      ],
    }),
  },
};

const RETURN_ITEM: Flow = {
  id: 'pt-return-item',
  topic: 'a devolução',
  domain: 'loja',
  start: { 'request-return': 3, 'report-damage': 3 },
  digressions: [
    digression(
      ['ask-who-pays', '[Quem paga o frete|O frete da devolução é grátis]?'],
      ['say-free-shipping', '[O frete é por nossa conta|A devolução é gratuita].'],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'request-return': [
        { 'ask-order-number': 1 },
        '{hi} [quero devolver|gostaria de devolver|posso devolver] {item}[ que comprei|]?',
      ],
      'report-damage': [
        { 'ask-order-number': 1 },
        '{hi} {item} [chegou com defeito|veio quebrado|chegou danificado na entrega].',
      ],
      'give-order-number': [{ 'ask-refund-or-exchange': 1 }, ...GIVE_ORDER],
      'choose-refund': [
        { 'send-label': 1 },
        '[Quero o reembolso|Prefiro o dinheiro de volta|O reembolso, por favor].',
      ],
      'choose-exchange': [
        { 'send-label': 1 },
        '[Quero a troca|Prefiro trocar|Uma troca, por favor][ pelo mesmo produto|].',
      ],
    }),
    ...agent({
      'ask-order-number': [{ 'give-order-number': 1 }, ...ASK_ORDER],
      'ask-refund-or-exchange': [
        { 'choose-refund': 3, 'choose-exchange': 2 },
        '{ack} [Prefere o reembolso ou a troca|Deseja trocar o produto ou receber o valor de volta|Quer a troca ou o reembolso]?',
      ],
      'send-label': [
        { 'thank-agent': 3, 'offer-more-help': 1 },
        '{ack} [Enviei a etiqueta|Acabei de enviar a etiqueta de devolução] por e-mail. [É só colar no pacote|Cole no pacote e poste nos Correios].',
      ],
    }),
  },
};

export const PORTUGUESE_FLOWS: readonly Flow[] = [FIND_PARCEL, RESTORE_LOGIN, CANCEL_PLAN, RETURN_ITEM];
