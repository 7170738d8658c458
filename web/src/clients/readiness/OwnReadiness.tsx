import { canChangeSettings } from '@toguchi/domain/clients/policy'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../platform/api/api.ts'
import { useActor } from '../../platform/session/actor.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { isReady, ReadinessItems } from './ReadinessItems.tsx'

/** How far the company has come with its beginning, for its own administrators, until nothing that is needed is missing. */
export const OwnReadiness = () => {
  const mayGoOn = canChangeSettings(useActor())
  const { data } = useQuery({ ...q('GET /api/readiness', {}, { silent: true }), enabled: mayGoOn })
  if (data === undefined || isReady(data.readiness)) return null
  return (
    <Section title="導入の状況" name="readiness">
      <ReadinessItems
        readiness={data.readiness}
        way={(_, { to, text }) => (
          <ButtonLink size="small" to={to}>
            {text}
          </ButtonLink>
        )}
      />
    </Section>
  )
}
