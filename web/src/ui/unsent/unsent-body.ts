import type { Outgoing } from '../../platform/outbox/outbox.ts'

/** What it is and in which building, in one line. */
export const nameOf = ({ place = null, title }: Pick<Outgoing, 'place' | 'title'>): string =>
  place === null ? title : `${place}　${title}`

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was written by hand: with a request that is refused it must not be gone. */
const written: ReadonlySet<string> = new Set(['room_remarks', 'special_report', 'completion_comment', 'construction_remarks'])

/** What a person entered, each text once: before them, in one, what the body says only in ids and numbers. */
export const wordsOf = ({ body, says = [] }: Pick<Outgoing, 'body' | 'says'>): string[] => [
  ...new Set([...(says.length === 0 ? [] : [says.join('\n')]), ...textsNamed(body, written)]),
]

/** By a visit's end, by money, and by a key. */
const signatures: ReadonlySet<string> = new Set(['digital_sign', 'signature'])

/** The picture that somebody signed at the door, as the body carries it; null where nobody did. */
export const signatureOf = (body: unknown): string | null =>
  textsNamed(body, signatures).find(text => text.startsWith('data:image/')) ?? null

/** What nobody can make again once a request is taken out, as it is said. */
export const lostWith = ({ body, says = [], file }: Pick<Outgoing, 'body' | 'says' | 'file'>): string[] => [
  ...(file === null ? [] : ['写真']),
  ...(signatureOf(body) === null ? [] : ['サイン']),
  ...(says.length === 0 ? [] : ['入力した回答']),
  ...(textsNamed(body, written).length === 0 ? [] : ['入力した文章']),
]

/** Not what stood there when it was begun: nobody wrote that here. */
const textsNamed = (body: unknown, names: ReadonlySet<string>): string[] =>
  isRecord(body)
    ? Object.entries(body).flatMap(([name, value]) => {
        if (typeof value === 'string') return names.has(name) && value !== '' ? [value] : []
        return name === 'read' ? [] : textsNamed(value, names)
      })
    : []

/**
 * The same over what somebody else wrote meanwhile; null where the body names no version. Where it says what was read, what was changed since
 * goes alone: the rest stays as the other person has it.
 */
export const withoutVersion = (body: unknown): unknown => {
  if (!isRecord(body)) return null
  const [entry] = Object.entries(body)
  if (entry === undefined || !isRecord(entry[1]) || entry[1]['lock_version'] === undefined) return null
  const { lock_version: _old, read, ...rest } = entry[1]
  return { [entry[0]]: isRecord(read) ? changedSince(read, rest) : rest }
}

const changedSince = (read: Record<string, unknown>, sent: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const was = read[name]
      if (!Array.isArray(value) || !Array.isArray(was)) return isSame(value, was) ? [] : [[name, value]]
      const changed = value.filter(one => !was.some(each => isSame(each, one)))
      return changed.length === 0 ? [] : [[name, changed]]
    }),
  )

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
