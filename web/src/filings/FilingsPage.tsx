import { canKeepFilings } from '@toguchi/domain/filings/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { q, queryClient } from '../platform/api/api.ts'
import { useActor } from '../platform/session/actor.ts'
import { Button } from '../ui/Button.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { Actions, Stack } from '../ui/layout/Layout.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { FilingItem } from './FilingItem.tsx'
import { FilingsModal } from './FilingsModal.tsx'
import { blankFiling, filingsOf, type NewFiling } from './filing-reads.ts'
import styles from './FilingsPage.module.css'

const constructionOf = (id: number) => q('GET /api/constructions/:id', { params: { id } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = Number(params.construction_id)
  return Promise.all([queryClient.ensureQueryData(constructionOf(id)), queryClient.ensureQueryData(filingsOf(id))])
}

/** 届出・連絡: what authorities and the security company are told of a construction, by when, and whether it was done. */
export const FilingsPage = () => {
  const id = Number(useParams().construction_id)
  const construction = useQuery(constructionOf(id)).data?.construction
  const answer = useQuery(filingsOf(id)).data
  const mayKeep = canKeepFilings(useActor())
  const [added, add] = useState<readonly NewFiling[] | null>(null)
  if (construction === undefined || answer === undefined) return null
  const { filings, proposals, today, why_no_proposals } = answer
  const reason = why_no_proposals ?? (proposals.length === 0 ? '標準の項目はすべて登録されています。' : null)
  return (
    <>
      <PageHead title="届出・連絡" note={`${construction.building_name}　${construction.name ?? ''}`} />
      <Section name="filings">
        {mayKeep ? (
          <Stack>
            <Actions>
              <Button icon="calendar" reason={reason} saidBeside onClick={() => add(proposals)}>
                標準の項目を入れる
              </Button>
              <Button icon="plus" onClick={() => add([blankFiling()])}>
                項目を追加
              </Button>
            </Actions>
            <Help>
              {reason ?? '工事種別とセキュリティ設備、工期から、着工届・移報停止・設置届の日付を入れます。登録する前に変更できます。'}
            </Help>
          </Stack>
        ) : null}
        {filings.length === 0 ? (
          <EmptyState
            title="届出・連絡はまだありません。"
            text="消防署への届出や警備会社への連絡を登録すると、期限の3日前からダッシュボードのお知らせに表示されます。"
          />
        ) : (
          <ul className={styles.filings}>
            {filings.map(filing => (
              <FilingItem key={filing.id} constructionId={id} filing={filing} today={today} mayKeep={mayKeep} />
            ))}
          </ul>
        )}
      </Section>
      {added === null ? null : <FilingsModal constructionId={id} filings={added} today={today} onClose={() => add(null)} />}
    </>
  )
}
