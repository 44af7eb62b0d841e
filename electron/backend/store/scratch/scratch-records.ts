import Database from 'better-sqlite3';

/** Records that do not fit into memory, in a temporary file. They are in one transaction that is never committed. */
export class ScratchRecords {
  readonly #database: Database.Database;
  readonly #write: Database.Statement<[number, string]>;
  readonly #read: Database.Statement<[number], string>;

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.pragma('journal_mode = OFF');
    this.#database.pragma('synchronous = OFF');
    this.#database.pragma('locking_mode = EXCLUSIVE');
    this.#database.pragma('cache_size = -16384');
    this.#database.exec(`
      create table records (place integer primary key, conversation integer not null, record text not null) strict;
      create index records_by_conversation on records (conversation);
      begin;
    `);
    this.#write = this.#database.prepare<[number, string]>(
      'insert into records (conversation, record) values (?, ?)',
    );
    this.#read = this.#database
      .prepare<[number], string>('select record from records where conversation = ? order by place')
      .pluck();
  }

  write(conversation: number, record: string): void {
    this.#write.run(conversation, record);
  }

  of(conversation: number): string[] {
    return this.#read.all(conversation);
  }

  close(): void {
    this.#database.close();
  }
}
