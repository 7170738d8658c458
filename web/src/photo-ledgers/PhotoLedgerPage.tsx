import { formatInstant } from '@toguchi/domain/calendar/day'
import { canMakePhotoLedgers } from '@toguchi/domain/photo-ledgers/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { q, queryClient } from '../platform/api/api.ts'
import { linkRenewal } from '../platform/link-renewal.ts'
import { useActor } from '../platform/session/actor.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { ButtonAnchor, ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/icons/Icon.tsx'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Actions } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { paths } from '../site/paths.ts'
import { LedgerForm } from './LedgerForm.tsx'
import { LedgerPhotos } from './LedgerPhotos.tsx'
import { LedgerPreview } from './LedgerPreview.tsx'
import { LedgerSize } from './LedgerSize.tsx'
import { type LastLedger, useLedger } from './ledger.ts'
import styles from './PhotoLedgerPage.module.css'

const constructionOf = (id: number) => q('GET /api/constructions/:id', { params: { id } })
const ledgerOf = (construction_id: number) => q('GET /api/constructions/:construction_id/photo_ledger', { params: { construction_id } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = Number(params.construction_id)
  return Promise.all([queryClient.ensureQueryData(constructionOf(id)), queryClient.ensureQueryData(ledgerOf(id))])
}

/** 工事写真台帳: how it is made, and its photos as they will be printed, each of which may be left out. */
export const PhotoLedgerPage = () => {
  const id = Number(useParams().construction_id)
  const construction = useQuery(constructionOf(id)).data?.construction
  const answer = useQuery({ ...ledgerOf(id), refetchInterval: linkRenewal }).data
  const ledger = useLedger(id, answer)
  const [isPreviewed, setPreviewed] = useState(false)
  const mayMake = canMakePhotoLedgers(useActor())
  const preview = isPreviewed ? null : () => setPreviewed(true)
  usePageTitle(construction === undefined ? null : `${construction.building_name} 工事写真台帳`)
  if (construction === undefined || answer === undefined || ledger === null) return null
  return (
    <>
      <PageHead title="工事写真台帳" note={`${construction.building_name}　${construction.name ?? ''}`} />
      {answer.photos.length === 0 ? (
        <Section name="photo_ledger">
          <EmptyState
            title="写真がまだありません。"
            text="各部屋と共用部で撮影した写真が、ここに並びます。"
            action={<ButtonLink to={paths.construction(id)}>工事詳細へ</ButtonLink>}
          />
        </Section>
      ) : (
        <div className={styles.columns}>
          <div className={styles.form}>
            {mayMake ? (
              <LedgerForm constructionId={id} ledger={ledger} onPreview={preview} />
            ) : (
              <Section name="ledger_size">
                <LedgerSize ledger={ledger} onPreview={preview} />
                <Help>台帳は社内スタッフが作成します。</Help>
              </Section>
            )}
            <LastOne last={answer.last} workbook={answer.jobs.find(({ format }) => format === 'xlsx')?.job.file_url ?? null} />
          </div>
          {isPreviewed ? (
            <LedgerPreview constructionId={id} choices={ledger.choices} onClose={() => setPreviewed(false)} />
          ) : (
            <LedgerPhotos ledger={ledger} mayMake={mayMake} />
          )}
        </div>
      )}
    </>
  )
}

/** The PDF that was made last, by whomever, and the workbook that the person made last. */
const LastOne = ({ last, workbook }: { last: LastLedger | null; workbook: string | null }) =>
  last === null && workbook === null ? null : (
    <Section title="前回作成した台帳" name="last_ledger">
      {last === null ? null : (
        <p className={styles.last}>
          {formatInstant(new Date(last.made_at))}作成（写真{last.photos.toLocaleString('ja-JP')}枚・{last.pages.toLocaleString('ja-JP')}
          ページ）
        </p>
      )}
      <Actions>
        {last === null ? null : (
          <ButtonAnchor href={last.url}>
            <Icon name="download" size={16} />
            前回のPDFを開く
          </ButtonAnchor>
        )}
        {workbook === null ? null : (
          <ButtonAnchor href={workbook}>
            <Icon name="download" size={16} />
            前回のExcelを保存
          </ButtonAnchor>
        )}
      </Actions>
    </Section>
  )
