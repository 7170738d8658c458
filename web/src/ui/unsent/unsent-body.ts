import type { Outgoing } from '../../platform/outbox/outbox.ts'

/** What it is and in which building, in one line. */
export const nameOf = ({ place = null, title }: Pick<Outgoing, 'place' | 'title'>): string =>
  place === null ? title : `${place}　${title}`

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was written by hand: with a request that is refused it must not be gone. */
const written: ReadonlySet<string> = new Set(['room_remarks', 'special_report', 'completion_comment', 'construction_remarks'])

export const wordsOf = (body: unknown): string[] => textsNamed(body, written)

/** By a visit's end, by money, and by a key. */
const signatures: ReadonlySet<string> = new Set(['digital_sign', 'signature'])

/** The picture that somebody signed at the door, as the body carries it; null where nobody did. */
export const signatureOf = (body: unknown): string | null =>
  textsNamed(body, signatures).find(text => text.startsWith('data:image/')) ?? null

/** What nobody can make again once a request is taken out, as it is said. */
export const lostWith = ({ body, file }: Pick<Outgoing, 'body' | 'file'>): string[] => [
  ...(file === null ? [] : ['写真']),
  ...(signatureOf(body) === null ? [] : ['サイン']),
  ...(wordsOf(body).length === 0 ? [] : ['入力した文章']),
]

const textsNamed = (body: unknown, names: ReadonlySet<string>): string[] =>
  isRecord(body)
    ? Object.entries(body).flatMap(([name, value]) =>
        typeof value === 'string' ? (names.has(name) && value !== '' ? [value] : []) : textsNamed(value, names),
      )
    : []

/** The same over what somebody else wrote meanwhile; null where the body names no version. */
export const withoutVersion = (body: unknown): unknown => {
  if (!isRecord(body)) return null
  const [entry] = Object.entries(body)
  if (entry === undefined || !isRecord(entry[1]) || entry[1]['lock_version'] === undefined) return null
  const { lock_version: _old, ...rest } = entry[1]
  return { [entry[0]]: rest }
}
