import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, `::` filled with zeros. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::')
  const split = (part: string) => (part === '' ? [] : part.split(':'))
  if (tail === undefined) return split(head)
  const [before, after] = [split(head), split(tail)]
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
}

/** Without brackets, port and zone, as some proxies write whom they pass on; IPv6 in its shortest form. */
const bareOf = (address: string): string => {
  const host = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
  const hostName = host.split('%')[0] ?? ''
  return isIPv6(hostName) ? new URL(`http://[${hostName}]`).hostname.slice(1, -1) : hostName
}

/** The IPv4 address that an IPv6 address in its shortest form stands for. */
const mappedOf = (address: string): string | undefined => {
  const [, high = '', low = ''] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address) ?? []
  if (high === '') return undefined
  return [high, low].flatMap(group => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.')
}

/**
 * The network that attempts are counted by: an IPv4 address as it is; of an IPv6 address the first 64 bits, because whoever has one address
 * of them has all. IPv4 written as IPv6 (`::ffff:192.0.2.1`) is IPv4.
 */
export const networkOf = (address: string): string => {
  const plainAddress = bareOf(address)
  const mapped = mappedOf(plainAddress)
  if (mapped !== undefined) return mapped
  if (!isIPv6(plainAddress)) return plainAddress
  const groups = groupsOf(plainAddress)
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
