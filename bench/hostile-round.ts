/** Whom an attack comes from, and where it goes. */
export interface Attacker {
  origin: string
  /** Headers of a member of the attacking client's staff. */
  headers: Record<string, string>
  /** A construction of that client. */
  constructionId: number
}

/** One hostile request; its status, or an error when there was no answer. */
export type Attack = (attacker: Attacker) => Promise<number>

/** One kind of attack: a few clients send its requests at once for as long as the round lasts, while others look at their pages. */
export interface Round {
  name: string
  clients: number
  /** Made when the round begins, in the process that sends them. */
  attacks: () => Promise<readonly Attack[]>
  /** What the attacks may be answered. Anything else, or no answer, is a missed bound. */
  answered: readonly number[]
  /** How many of the file reader's processes may have been needed: one for each client that attacks, two at most. Absent: none is looked for. */
  mostReaders?: number
}
