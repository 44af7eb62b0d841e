/** One numbered step of the schema; `version` becomes the file's `user_version`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly up: string;
}
