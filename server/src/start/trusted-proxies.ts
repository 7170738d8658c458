import { BlockList, isIP } from 'node:net'

/** Words for networks in which no caller from outside is. */
const names: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** Networks of one's own, with the bits that lead to each. */
const own = [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
  ['fe80::', 10],
] as const

/** The widest public networks that belong to proxies alone: of content networks by IPv4 and by IPv6. Wider ones hold whole carriers. */
const leastBits = { 4: 10, 6: 24 } as const

/** Addresses and networks, comma-separated, of proxies alone: whoever is in one of them says what address a caller has (docs/security.md). */
export const areProxies = (value: string): boolean => value.split(',').every(part => isProxy(part.trim()))

const isProxy = (entry: string): boolean => {
  if (names.includes(entry)) return true
  const [address = '', range, ...rest] = entry.split('/')
  const version = isIP(address)
  if (rest.length > 0 || address.includes('%') || (version !== 4 && version !== 6)) return false
  if (range === undefined) return true
  // IPv4 written as IPv6: its network is to be written as what it is.
  if (version === 6 && /^::ffff:/i.test(new URL(`http://[${address}]`).hostname.slice(1))) return false
  const bits = version === 4 && isIP(range) === 4 ? bitsOfMask(range) : /^\d{1,3}$/.test(range) ? Number(range) : -1
  return bits <= (version === 4 ? 32 : 128) && bits >= (isOwn(address, version, bits) ? 1 : leastBits[version])
}

const isOwn = (address: string, version: 4 | 6, bits: number): boolean =>
  own.some(([network, least]) => {
    if (isIP(network) !== version || bits < least) return false
    const list = new BlockList()
    list.addSubnet(network, least, version === 4 ? 'ipv4' : 'ipv6')
    return list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  })

/** How many bits a mask has in front; -1 when others stand behind them. */
const bitsOfMask = (mask: string): number => {
  const bits = mask.split('.').map(byte => Number(byte).toString(2).padStart(8, '0'))
  return /^(1*)0*$/.exec(bits.join(''))?.[1]?.length ?? -1
}
