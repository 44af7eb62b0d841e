import type { MergeTree } from '../moves/clusters/merge-tree.ts';

/** The topics of a corpus: a cut through a tree of clusters, with units to merge and split. Contains no sentences. */
export interface TopicsModel {
  /** The encoder that dialogues were compared by. */
  readonly encoder: string;
  /** Agreement of the topics of two samples of 70 %, as an adjusted Rand index. */
  readonly stability: number;
  readonly seed: number;
  readonly tree: MergeTree;
  /** By node of the tree; those of any cut are distinct. */
  readonly names: readonly string[];
  /** The nodes that are the topics. */
  readonly cut: readonly number[];
  /** By unit, its place in the cut and its fine cluster. */
  readonly units: readonly { readonly topic: number; readonly leaf: number }[];
  /** Phrases that distinguish a unit: as written, with the number of dialogues by unit and in total. */
  readonly phrases: readonly TopicPhrase[];
}

export interface TopicPhrase {
  readonly text: string;
  /** Stems, by which two phrases share a word. */
  readonly phrase: string;
  readonly dialogues: number;
  readonly units: readonly (readonly [unit: number, dialogues: number])[];
}
