import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, `::` filled with zeros. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  if (tail === undefined) return split(head)
  const [before, after] = [split(head), split(tail)]
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
}

/**
 * The network that tries are counted by: an IPv4 address as it is; of an IPv6 address the first 64 bits, because whoever has one address
 * of them has all. IPv4 written as IPv6 (`::ffff:192.0.2.1`) is IPv4.
 */
export const networkOf = (address: string): string => {
  const bare = address.split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
