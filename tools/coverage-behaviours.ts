/** One line of the program that makes a row of requirements.csv true, and what it says when the row is broken. */
export interface Behaviour {
  file: string
  find: string
  replace: string
}

/** By the row's id. What a browser test alone sees is not here: it walks what was built. */
export const behaviours: Readonly<Record<string, Behaviour>> = {}
