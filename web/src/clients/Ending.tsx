import { formatDayWithoutWeekday, formatInstant } from '@toguchi/domain/calendar/day'
import type { ClientExport, ClientTerms } from '@toguchi/domain/client-terms/contract'
import { warningDays } from '@toguchi/domain/client-terms/labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AnswerOf, q, useApiMutation } from '../platform/api/api.ts'
import { changedFields } from '../platform/changed-fields.ts'
import { Alert } from '../ui/Alert.ts'
import { Button } from '../ui/Button.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { Form } from '../ui/form/Form.tsx'
import { FormGrid } from '../ui/form/FormFoot.tsx'
import { Facts } from '../ui/layout/Facts.tsx'
import { Subhead } from '../ui/layout/Layout.ts'
import { Section } from '../ui/layout/Section.tsx'
import { TermFields } from './FirstFields.tsx'
import styles from './Ending.module.css'

type Client = AnswerOf<'GET /api/clients/:id'>['client']

/** Milliseconds between two looks at an export that is being made. */
const interval = 2_000
const isOver = ({ state }: ClientExport): boolean => state === 'done' || state === 'failed'

const termsOf = (id: number) => q('GET /api/clients/:id/terms', { params: { id } })

/** What becomes of the company's data when its contract ends, said before it happens (decision 048). */
export const Ending = ({ client: { id } }: { client: Client }) => {
  const { data } = useQuery({
    ...termsOf(id),
    refetchInterval: ({ state }) => (state.data?.terms.exports.every(isOver) === false ? interval : false),
  })
  if (data === undefined) return null
  const { terms } = data
  return (
    <Section title="契約終了時の取り扱い" name="ending">
      <Announcement terms={terms} />
      {terms.terminated_on === null ? null : <Days terms={terms} />}
      {terms.state === 'erased' || terms.state === 'erasing' ? null : (
        <>
          <TermsForm key={JSON.stringify([terms.erasure_months, terms.accounting_years, terms.records_years])} id={id} terms={terms} />
          <Exports id={id} exports={terms.exports} />
        </>
      )}
    </Section>
  )
}

const Announcement = ({ terms }: { terms: ClientTerms }) => {
  if (terms.state === 'erased') return <Help>データを消去しました。法令で保存する記録だけが、下の期限まで残っています。</Help>
  if (terms.state === 'erasing') return <Alert>データを消去しています。契約を再開することはできません。</Alert>
  if (terms.state === 'contracted')
    return (
      <Help>
        契約を終了すると、終了日から{terms.erasure_months}
        か月後に、法令で保存する記録を除くすべてのデータを消去します。{warningDays}日前に管理者へメールでお知らせします。
      </Help>
    )
  return (
    <Alert>
      {terms.open_refunds > 0
        ? `返金が${terms.open_refunds}件残っているため、終わるまで消去しません。`
        : `${terms.erase_on === null ? '' : formatDayWithoutWeekday(terms.erase_on)}に、法令で保存する記録を除くすべてのデータを消去します。必要なデータは、それまでに書き出してください。`}
    </Alert>
  )
}

const dayOf = (day: string | null, erasedOn: string | null): string | null => {
  if (erasedOn !== null) return `${formatDayWithoutWeekday(erasedOn)}に消去済み`
  return day === null ? null : formatDayWithoutWeekday(day)
}

const Days = ({ terms }: { terms: ClientTerms }) => (
  <Facts
    columns={2}
    facts={[
      ['契約終了日', dayOf(terms.terminated_on, null)],
      ['データの消去日', dayOf(terms.erase_on, terms.erased_on)],
      ['帳簿・領収書控えの保存期限', dayOf(terms.accounting_until, terms.accounting_erased_on)],
      ['完成図・打合せ記録の保存期限', dayOf(terms.records_until, terms.records_erased_on)],
      [
        '消去の予告',
        terms.warned_on === null ? `消去日の${warningDays}日前に管理者へメール` : `${formatDayWithoutWeekday(terms.warned_on)}に送信済み`,
      ],
    ]}
  />
)

type Values = Pick<ClientTerms, 'erasure_months' | 'accounting_years' | 'records_years'>

const TermsForm = ({ id, terms: { erasure_months, accounting_years, records_years } }: { id: number; terms: ClientTerms }) => {
  const [laidOut] = useState<Values>({ erasure_months, accounting_years, records_years })
  const form = useForm<Values>({ defaultValues: laidOut })
  const save = useApiMutation('PATCH /api/clients/:id/terms', { invalidates: ['GET /api/clients/:id/terms'], errors: 'caller' })
  return (
    <Form
      form={form}
      resource="terms"
      error={save.error}
      onSubmit={values => save.mutate({ params: { id }, body: { terms: changedFields(laidOut, values) } })}
    >
      <div className={styles.terms}>
        <FormGrid>
          <TermFields prefix="" />
        </FormGrid>
      </div>
      <div className={styles.foot}>
        <Button type="submit" disabled={save.isPending}>
          期間を保存する
        </Button>
      </div>
    </Form>
  )
}

const Exports = ({ id, exports }: { id: number; exports: readonly ClientExport[] }) => {
  const begin = useApiMutation('POST /api/clients/:id/exports', { invalidates: ['GET /api/clients/:id/terms'] })
  return (
    <>
      <Subhead>データの書き出し</Subhead>
      <Help>登録されている情報（CSV）と、写真の原本・書類・完成図書を1つのZIPにまとめます。作成から14日間、ここから保存できます。</Help>
      <ul className={styles.exports}>
        {exports.map(made => (
          <li key={made.id} className={styles.export} data-testid="client-export">
            <span className={styles.when}>{formatInstant(new Date(made.created_at))}</span>
            <ExportState id={id} made={made} />
          </li>
        ))}
      </ul>
      <Button
        icon="download"
        disabled={begin.isPending}
        reason={exports.every(isOver) ? null : 'データを書き出しています'}
        onClick={() => begin.mutate({ params: { id } })}
      >
        データを書き出す
      </Button>
    </>
  )
}

const ExportState = ({ id, made }: { id: number; made: ClientExport }) => {
  // The address is asked for when it is wanted: it holds for ten minutes, and who fetched it is written down.
  const fetch = useApiMutation('POST /api/clients/:id/exports/:export_id/downloads', {
    invalidates: [],
    onSuccess: ({ file_url }) => window.location.assign(file_url),
  })
  if (made.state === 'failed') return <span role="alert">{made.error ?? '書き出せませんでした。もう一度お試しください。'}</span>
  if (made.state !== 'done')
    return (
      <span role="status">
        作成中 {made.done.toLocaleString('ja')} / {made.total.toLocaleString('ja')}{' '}
        <progress aria-label="作成の進み具合" value={made.done} max={made.total} />
      </span>
    )
  if (made.kept_until === null) return <span>保存期間を過ぎました</span>
  return (
    <>
      <Button size="small" kind="primary" disabled={fetch.isPending} onClick={() => fetch.mutate({ params: { id, export_id: made.id } })}>
        ZIPを保存
      </Button>
      {made.note ? <span>{made.note}</span> : null}
    </>
  )
}
