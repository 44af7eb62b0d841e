import type { Role, SpeakerKind } from '#shared/domain/dialogue.ts';

const KIND_NAMES: Readonly<Record<SpeakerKind, string>> = {
  system: 'System',
  customer: 'Customer',
  agent: 'Agent',
  bot: 'Bot',
};

interface Spoken {
  readonly kind: SpeakerKind;
  readonly speaker: string;
}

export function speakersText(role: Role, utterances: readonly Spoken[]): string {
  const parts = utterances.map(({ kind, speaker }) => {
    const told = kind === 'agent' || kind === 'bot' ? kind : '';
    const name = speaker.trim();
    if (name === '' || [role as string, kind].includes(name.toLowerCase())) return told;
    return told === '' || name.toLowerCase().startsWith(told) ? name : `${told}, ${name}`;
  });
  return parts
    .filter((part, at) => part !== '' && parts.indexOf(part) === at)
    .map((part, at) => (at === 0 ? part : `then ${part}`))
    .join(', ');
}

/** Names that files give to every speaker of a kind. Beside the kind, they say nothing new. */
const GENERIC_SPEAKERS = ['', 'user', 'customer', 'system', 'agent', 'bot', 'assistant'];

export function speakerTitle({ kind, speaker }: Spoken): string {
  const name = speaker.trim();
  return GENERIC_SPEAKERS.includes(name.toLowerCase()) ? KIND_NAMES[kind] : `${KIND_NAMES[kind]} · ${name}`;
}
