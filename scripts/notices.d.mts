/** The text of THIRD-PARTY-NOTICES.md for the packages as they are installed. */
export function notices(): string;
