import type { LegalTextKind } from '@toguchi/domain/legal-texts/kinds'
import { paths } from '../site/paths.ts'

const pathOf = { terms: paths.terms, privacy_policy: paths.privacy_policy } as const satisfies Record<LegalTextKind, () => string>

/** The page of a text; of a company where one is meant, and of one version. */
export const legalTextTo = (kind: LegalTextKind, client?: string, number?: number): string => {
  const search = new URLSearchParams({
    ...(client === undefined ? {} : { client }),
    ...(number === undefined ? {} : { number: String(number) }),
  })
  return search.size === 0 ? pathOf[kind]() : `${pathOf[kind]()}?${search.toString()}`
}
