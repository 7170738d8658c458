import { tooMany } from '../platform/problem.ts'

/** Lets so many pieces of work run in this process at once; whoever comes while all places are taken is asked to wait (429). */
export const atMost = (places: number, sentence: string) => {
  let taken = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken >= places) throw tooMany(sentence)
    taken += 1
    try {
      return await work()
    } finally {
      taken -= 1
    }
  }
}
