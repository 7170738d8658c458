/** Does the work for each of a list, eight at a time: while one waits for the database another goes on. */
export const severalAtOnce = async <T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
  const left = list.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const one of left) await work(one)
    }),
  )
}
