import { readinessKeys, readinessLabels, type ReadinessKey } from '@toguchi/domain/client-terms/labels'
import { useQuery } from '@tanstack/react-query'
import { type AnswerOf, q } from '../platform/api/api.ts'
import { useEnterClient } from '../platform/session/enter-client.ts'
import { paths } from '../site/paths.ts'
import { StatusBadge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Section } from '../ui/layout/Section.tsx'
import styles from './Readiness.module.css'

type Client = AnswerOf<'GET /api/clients/:id'>['client']

/** Inside the company; what stands in the form above has no other place. */
const places: Readonly<Partial<Record<ReadinessKey, { to: string; text: string }>>> = {
  staff_admin: { to: paths.staffs(), text: 'スタッフを開く' },
  letter_texts: { to: paths.letter_texts('information'), text: '文章とプレビューを開く' },
  seller: { to: paths.settings(), text: '設定を開く' },
  building: { to: paths.buildings(), text: '物件を開く' },
  craftsman: { to: paths.contractors(), text: '協力会社を開く' },
  construction: { to: paths.constructions(), text: '工事を開く' },
  rooms: { to: paths.constructions(), text: '工事を開く' },
  schedule: { to: paths.constructions(), text: '工事を開く' },
}

/** What is still missing before the first letter is printed, and where it is done. */
export const Readiness = ({ client }: { client: Client }) => {
  const { data } = useQuery(q('GET /api/clients/:id/terms', { params: { id: client.id } }))
  const enterClient = useEnterClient()
  if (data === undefined || client.status !== 'contracted') return null
  const items = new Map(data.terms.readiness.map(item => [item.key, item]))
  const missing = data.terms.readiness.filter(({ done, required }) => required && !done)
  return (
    <Section title="導入の状況" name="readiness">
      <Help>
        {missing.length === 0
          ? '最初の案内状を印刷できます。'
          : `最初の案内状を印刷するまでに、あと${missing.length}項目の登録が必要です。`}
      </Help>
      <ul className={styles.items}>
        {readinessKeys.map(key => {
          const item = items.get(key)
          const place = places[key]
          return (
            <li key={key} className={styles.item}>
              <State done={item?.done ?? false} required={item?.required ?? false} />
              <span className={styles.name}>{readinessLabels[key]}</span>
              {item?.done || place === undefined ? null : (
                <Button size="small" onClick={() => enterClient(client, place.to)}>
                  {place.text}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

const State = ({ done, required }: { done: boolean; required: boolean }) => {
  if (done)
    return (
      <StatusBadge tone="green" mark="full" value="done">
        登録済み
      </StatusBadge>
    )
  return (
    <StatusBadge tone={required ? 'amber' : 'neutral'} mark="empty" value="missing">
      {required ? '未登録' : '任意'}
    </StatusBadge>
  )
}
