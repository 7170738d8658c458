import { formatDayLong, formatInstant } from '@toguchi/domain/calendar/day'
import type { WrittenText } from '@toguchi/domain/legal-texts/contract'
import { legalTextFieldLabels } from '@toguchi/domain/legal-texts/labels'
import { type LegalTextKind, legalTextKinds, legalTextLabels } from '@toguchi/domain/legal-texts/kinds'
import { missingSections, presentSections, sectionTitlesOf } from '@toguchi/domain/legal-texts/sections'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { q, queryClient, useApiMutation } from '../platform/api/api.ts'
import { paths } from '../site/paths.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { DateField } from '../ui/form/fields/DateField.tsx'
import { TextareaField } from '../ui/form/fields/TextareaField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormFoot, FormGrid } from '../ui/form/FormFoot.tsx'
import { Help } from '../ui/form/FieldParts.ts'
import { EmptyState } from '../ui/layout/EmptyState.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Segments } from '../ui/layout/Segments.tsx'
import { Prose } from '../ui/plain/Prose.ts'
import { DataTable } from '../ui/table/DataTable.tsx'
import { legalTextTo } from './legal-text-links.ts'
import { LegalTextBody } from './LegalTextBody.tsx'

const written = q('GET /api/written_legal_texts')
const company = q('GET /api/settings')
/** The form begins with what it reads here, and is not begun anew by what is read later. */
export const loader = () => Promise.all([queryClient.fetchQuery(written), queryClient.ensureQueryData(company)])

/** The company's own 利用規約 and プライバシーポリシー: what holds, what is being written, and every version there was (decision 050). */
export const LegalTextsPage = () => {
  const [search, setSearch] = useSearchParams()
  const kind: LegalTextKind = search.get('kind') === 'privacy_policy' ? 'privacy_policy' : 'terms'
  const { data } = useQuery(written)
  const text = data?.legal_texts.find(one => one.kind === kind)
  if (text === undefined) return null
  return (
    <>
      <PageHead
        title="利用規約・プライバシーポリシー"
        note="居住者ページに表示する文章です。公開した版は変更できません。直すときは、新しい版を公開します。"
        back={{ to: paths.settings(), label: '設定' }}
      />
      <Segments
        label="文章の種類"
        options={legalTextKinds.map(name => ({ name, label: legalTextLabels[name] }))}
        chosen={kind}
        onChoose={name => setSearch({ kind: name })}
      />
      <InForce text={text} />
      <Writing key={kind} text={text} />
    </>
  )
}

const states = { current: '適用中', upcoming: '適用前', past: '終了' } as const

const InForce = ({ text: { kind, current, versions } }: { text: WrittenText }) => {
  const { data } = useQuery(company)
  return (
    <Section title="公開した版" name="versions" flush={versions.length > 0}>
      {versions.length === 0 ? (
        <EmptyState title={`自社の${legalTextLabels[kind]}はまだありません。公開するまでは、標準の文章（${current.name}）を表示します。`} />
      ) : (
        <DataTable
          label="公開した版"
          rows={versions}
          rowKey={({ number }) => number}
          columns={[
            {
              key: 'name',
              head: '版',
              nowrap: true,
              cell: ({ name, number }) => (
                <Link to={legalTextTo(kind, data?.client.uuid, number)} target="_blank">
                  {name}
                </Link>
              ),
            },
            { key: 'state', head: '状態', nowrap: true, cell: ({ state }) => states[state] },
            { key: 'effective_on', head: '適用を始める日', nowrap: true, cell: ({ effective_on }) => formatDayLong(effective_on) },
            { key: 'published_at', head: '公開した日時', nowrap: true, cell: ({ published_at }) => formatInstant(new Date(published_at)) },
            { key: 'published_by', head: '公開した人', cell: ({ published_by }) => published_by ?? '―' },
          ]}
        />
      )}
    </Section>
  )
}

interface Values {
  sections: Record<string, string>
  effective_on: string
}

const Writing = ({ text }: { text: WrittenText }) => {
  const { kind, versions, earliest_on } = text
  // What the form was read from: what somebody else saved since is not written over.
  const [base, setBase] = useState(baseOf(text))
  const [dialog, ask] = useConfirm()
  const [looking, setLooking] = useState<Record<string, string> | null>(null)
  const form = useForm<Values>({ defaultValues: valuesOf(text) })
  const invalidates = ['GET /api/written_legal_texts'] as const
  const save = useApiMutation('PUT /api/written_legal_texts/:kind/draft', {
    invalidates,
    errors: 'caller',
    onSuccess: ({ legal_text }, { body }) => {
      setBase(baseOf(legal_text))
      publish.reset()
      form.reset({ sections: body.legal_text.sections, effective_on: body.legal_text.effective_on ?? '' })
    },
  })
  const publish = useApiMutation('POST /api/written_legal_texts/:kind/versions', {
    invalidates,
    errors: 'caller',
    onSuccess: ({ legal_text }) => {
      setBase(baseOf(legal_text))
      save.reset()
      form.reset(valuesOf(legal_text))
    },
  })
  const publishAsked = async ({ sections, effective_on }: Values) => {
    // What is refused anyway is not asked about: the server says what is wrong, and nothing is published.
    const isRefused = effective_on < earliest_on || missingSections(kind, sections) !== null
    const sure =
      isRefused ||
      (await ask({
        title: `第${(versions[0]?.number ?? 0) + 1}版を公開します。よろしいですか？`,
        text: `${formatDayLong(effective_on)}から適用します。公開した版は変更も取り消しもできません。居住者には、次に開いたときに一度だけお知らせします。`,
        confirm: '公開する',
      }))
    if (sure) publish.mutate({ params: { kind }, body: { legal_text: { sections, effective_on, ...base } } })
    // Nothing was sent: what was typed is watched over as before.
    else form.reset(form.getValues(), { keepDefaultValues: true, keepDirty: true })
  }
  return (
    <Form
      form={form}
      resource="legal_text"
      guard="with search"
      error={publish.error ?? save.error}
      onSubmit={values => publishAsked(values)}
    >
      {dialog}
      <Section title="新しい版" name="draft">
        <Help>{text.saved_at === null ? '下書きはまだありません。' : savedText(text.saved_at, text.saved_by)}</Help>
        <FormGrid>
          {Object.entries(sectionTitlesOf(kind)).map(([name, title]) => (
            <TextareaField<Values> key={name} name={`sections.${name}`} label={title} required rows={4} maxLength={20_000} />
          ))}
          <DateField
            today={earliest_on}
            min={earliest_on}
            name="effective_on"
            label={legalTextFieldLabels['effective_on'] ?? ''}
            required
            help={whyOtherDay(text)}
          />
        </FormGrid>
      </Section>
      <FormFoot>
        <Button onClick={() => setLooking(form.getValues('sections'))}>居住者の見え方を確認</Button>
        <Button
          disabled={save.isPending}
          onClick={() => {
            const { sections, effective_on } = form.getValues()
            const day = effective_on === '' ? null : effective_on
            save.mutate({ params: { kind }, body: { legal_text: { sections, effective_on: day, revision: base.revision } } })
          }}
        >
          下書きを保存
        </Button>
        <Button kind="primary" type="submit" disabled={publish.isPending}>
          公開する
        </Button>
      </FormFoot>
      {looking === null ? null : (
        <Modal opened onClose={() => setLooking(null)} title={legalTextLabels[kind]} width={480} closesOutside>
          <Prose>
            <LegalTextBody sections={presentSections(kind, looking)} />
          </Prose>
        </Modal>
      )}
    </Form>
  )
}

const valuesOf = (text: WrittenText): Values => ({ sections: text.sections, effective_on: canStillBegin(text) ?? text.earliest_on })

/** The day of the draft, while a version may still count from it. */
const canStillBegin = ({ effective_on, earliest_on }: WrittenText): string | null =>
  effective_on !== null && effective_on >= earliest_on ? effective_on : null

/** Why the field does not stand on the day that was chosen. */
const whyOtherDay = (text: WrittenText): string | undefined => {
  if (text.effective_on === null || canStillBegin(text) !== null) return undefined
  const [latest] = text.versions
  return latest?.state === 'upcoming' && latest.effective_on === text.earliest_on
    ? `前に選んだ日（${formatDayLong(text.effective_on)}）は、公開した${latest.name}の適用を始める日より前です。`
    : `前に選んだ日は過ぎました（${formatDayLong(text.effective_on)}）。`
}

/** Which draft and which version a form was read from. */
const baseOf = ({ revision, versions }: WrittenText) => ({ revision, after: versions[0]?.number ?? null })

const savedText = (saved_at: string, saved_by: string | null): string =>
  `下書き：${formatInstant(new Date(saved_at))}${saved_by === null ? '' : `　${saved_by}`}`
