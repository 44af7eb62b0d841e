const LEARNER_NAMES = { overview: 'overview', dependency: 'main path', context: 'context' };

export function describeLearner({
  learner,
  params,
}: {
  readonly learner: string;
  readonly params: Readonly<Record<string, unknown>>;
}): (string | false)[] {
  const { tau, lambda, depth, continueAt, states, policy, k } = params;
  switch (learner) {
    case 'overview':
      return [typeof states === 'number' ? `overview of at most ${states} states` : LEARNER_NAMES.overview];
    case 'dependency':
      return [LEARNER_NAMES.dependency];
    case 'merging':
      return [
        `merged by ${policy}`,
        policy === 'k-tails' && `k ${k}`,
        typeof states === 'number' && `at most ${states} states`,
      ];
    case 'context':
      return [LEARNER_NAMES.context, typeof tau === 'number' && `τ ${tau}`];
    default:
      return [
        typeof tau === 'number' && `τ ${tau}`,
        lambda === null ? 'not merged' : typeof lambda === 'number' && `λ ${lambda}`,
        typeof depth === 'number' && `depth ${depth}`,
        continueAt === 'leaves' && 'continues at leaves',
      ];
  }
}
