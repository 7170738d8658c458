/** The company's own reason for an absence: 不在 before 不在がち; undefined when it has none. */
export const usualReason = <R extends { name: string }>(reasons: readonly R[]): R | undefined =>
  reasons.filter(({ name }) => name.includes('不在')).toSorted((a, b) => a.name.length - b.name.length)[0]
