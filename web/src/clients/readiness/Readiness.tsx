import type { ReadinessKey } from '@toguchi/domain/client-terms/labels'
import { useQuery } from '@tanstack/react-query'
import { type AnswerOf, q } from '../../platform/api/api.ts'
import { useEnterClient } from '../../platform/session/enter-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ReadinessItems } from './ReadinessItems.tsx'

type Client = AnswerOf<'GET /api/clients/:id'>['client']

/** Items that the form above on this page is the place of: nothing leads to them. */
const onThisPage: readonly ReadinessKey[] = ['logo', 'contact']

/** How far a company has come with its beginning; a press enters it where the item is done. */
export const Readiness = ({ client }: { client: Client }) => {
  const { data } = useQuery(q('GET /api/clients/:id/terms', { params: { id: client.id } }))
  const enterClient = useEnterClient()
  if (data === undefined || client.status !== 'contracted') return null
  return (
    <Section title="導入の状況" name="readiness">
      <ReadinessItems
        readiness={data.terms.readiness}
        way={(key, { to, text }) =>
          onThisPage.includes(key) ? null : (
            <Button size="small" onClick={() => enterClient(client, to)}>
              {text}
            </Button>
          )
        }
      />
    </Section>
  )
}
