import type { SignerRelation } from './labels.ts'

/** What lay before the signer's eyes. Nobody is named in it: it outlives the people (decision 036). */
export interface SignedContent {
  construction_id: number
  room_id: number
  template_name: string | null
  results: readonly { item_name: string; answer: string }[]
  special_report: string | null
  completion_comment: string | null
  photos_omitted_reason: string | null
  signer_relation: SignerRelation
  /** ISO 8601, UTC. */
  signed_at: string
  /** SHA-256 of the picture of the signature, hexadecimal. */
  sign_sha256: string
}

/** The text that is hashed: JSON with the keys in order, so that the same content has the same hash wherever it was kept meanwhile. */
export const canonicalText = (content: unknown): string => JSON.stringify(ordered(content))

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, ordered(part)]),
  )
}
