import { append } from '../../../domain/append.ts';
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const CELL_PX = 64;

export class TakenBoxes {
  private readonly cells = new Map<string, Box[]>();

  take(box: Box): void {
    for (const key of cellsOf(box)) {
      append(this.cells, key, box);
    }
  }

  /** @param except a rectangle that may be covered */
  isFree(box: Box, except?: Box): boolean {
    for (const key of cellsOf(box)) {
      for (const other of this.cells.get(key) ?? []) {
        if (other === except) continue;
        const apart =
          other.right <= box.left ||
          other.left >= box.right ||
          other.bottom <= box.top ||
          other.top >= box.bottom;
        if (!apart) return false;
      }
    }
    return true;
  }
}

function* cellsOf(box: Box): Generator<string> {
  for (let column = Math.floor(box.left / CELL_PX); column <= Math.floor(box.right / CELL_PX); column++) {
    for (let row = Math.floor(box.top / CELL_PX); row <= Math.floor(box.bottom / CELL_PX); row++) {
      yield `${column},${row}`;
    }
  }
}
