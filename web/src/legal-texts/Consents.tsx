import { formatDayLong, formatInstant } from '@toguchi/domain/calendar/day'
import type { LegalTextVersion } from '@toguchi/domain/legal-texts/contract'
import { consentOccasionLabels } from '@toguchi/domain/legal-texts/labels'
import { legalTextLabels } from '@toguchi/domain/legal-texts/kinds'
import { useQuery } from '@tanstack/react-query'
import { q } from '../platform/api/api.ts'
import { Facts } from '../ui/layout/Facts.tsx'
import { Section } from '../ui/layout/Section.tsx'

/** What the residents of a dwelling agreed to, word for word as it stood there: by its version. */
export const Consents = ({ construction_id, room_id }: { construction_id: number; room_id: number }) => {
  const { data } = useQuery(
    q('GET /api/constructions/:construction_id/rooms/:room_id/consents', { params: { construction_id, room_id } }, { silent: true }),
  )
  if (data === undefined || data.consents.length === 0) return null
  return (
    <Section title="利用規約とプライバシーポリシー" name="consents">
      <Facts
        facts={data.consents.map(({ at, occasion, resident_name, terms, privacy_policy }) => [
          formatInstant(new Date(at)),
          [
            `${consentOccasionLabels[occasion]}${resident_name === null ? '' : `（${resident_name}）`}`,
            `${legalTextLabels.terms} ${versionText(terms)}`,
            `${legalTextLabels.privacy_policy} ${versionText(privacy_policy)}`,
          ].join('　'),
        ])}
      />
    </Section>
  )
}

const versionText = ({ name, effective_on }: LegalTextVersion): string =>
  effective_on === null ? name : `${name}（${formatDayLong(effective_on)}から）`
