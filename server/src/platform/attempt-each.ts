/**
 * Does something for each of many, one after the other; one that fails does not keep the others from it. Throws at the end what failed,
 * so that the queue tries again.
 */
export const attemptEach = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = []
  for (const one of all)
    try {
      await work(one)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${all.length} failed`)
}
