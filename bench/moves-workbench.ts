/**
 * Measures the view of moves: opening, a preview of another number, and each edit.
 *
 * npx node bench/moves-workbench.ts PROJECT.dialogram
 *
 * Works on a copy of the project, which needs a run of moves. In ms.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MoveEdit } from '../shared/contract/moves.ts';
import { openWorkplace } from './kit/workplace.ts';

const [project] = process.argv.slice(2);
if (project === undefined)
  throw new Error('Say which project: npx node bench/moves-workbench.ts PROJECT.dialogram');
const { folder, client, close } = openWorkplace();
const path = join(folder, 'copy.dialogram');
copyFileSync(project, path);

const times: Record<string, number> = {};
async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  times[name] = Math.round(performance.now() - started);
  return result;
}

try {
  await client.projects.open({ path });
  const cards = await timed('open', () => client.moves.cards({}));
  if (!cards) throw new Error('The project has no run of moves that can be shown.');
  await timed('openAgain', () => client.moves.cards({}));
  const [role] = cards.roles;
  const [first, second] = role?.moves ?? [];
  if (!role || !first || !second) throw new Error('The project has fewer than two moves.');
  await timed('preview', () => client.moves.cards({ cut: [{ role: role.role, moves: role.cut + 2 }] }));
  const edit = async (name: string, made: MoveEdit): Promise<void> => {
    await timed(name, () => client.moves.edit({ edit: made }));
    await timed(`${name}: cards`, () => client.moves.cards({}));
  };
  const of = { role: role.role };
  await edit('rename', { kind: 'rename', ...of, move: second.name, name: 'renamed' });
  await edit('merge', { kind: 'merge', ...of, move: 'renamed', into: first.name });
  await edit('split', { kind: 'split', ...of, move: first.name });
  await edit('cut', { kind: 'cut', ...of, moves: role.cut + 2 });
  await timed('undo', () => client.tagging.undo());
  await timed('undo: cards', () => client.moves.cards({}));
  const turns = role.moves.reduce((sum, move) => sum + move.turns, role.otherTurns);
  process.stdout.write(
    `${JSON.stringify({ role: role.role, turns, moves: role.moves.length, merged: first.turns + second.turns, times }, null, 2)}\n`,
  );
} finally {
  await close();
}
