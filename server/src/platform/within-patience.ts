/** What work answers, or an error when it takes longer than so many milliseconds; the work itself goes on. */
export const withinPatience = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('no answer')), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
