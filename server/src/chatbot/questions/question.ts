/** The states of a dwelling that questions are asked in; what each holds stands in `dwellings.ts`. Where none is named it is `confirmed`. */
export type DwellingName = 'confirmed' | 'open' | 'undecided' | 'late' | 'absent' | 'closed' | 'unpaid' | 'plain'

/** A question as a resident puts it, with what a right answer is. */
export interface Question {
  asked: string
  dwelling?: DwellingName
  /**
   * The topics or frequent questions (`faq:…`) of which one has to be answered. `handover`: nobody may answer it from data, it belongs to a
   * person. `emergency`: the telephone, at once.
   */
  right: readonly string[]
  /** What the answer has to contain, and what it must not. */
  says?: readonly string[]
  saysNot?: readonly string[]
}
