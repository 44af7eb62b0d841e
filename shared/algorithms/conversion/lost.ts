/** Something that the other form cannot say. */
export interface Lost {
  /** "node 3", "Ticket.amount". */
  readonly place: string;
  /** A plain sentence with the value. */
  readonly message: string;
}
