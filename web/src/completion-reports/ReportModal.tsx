import type { ReportConflict } from '@toguchi/domain/completion-reports/contract'
import { addressedRoom } from '@toguchi/domain/rooms/room-names'
import { canManageMasters } from '@toguchi/domain/masters/policy'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import { DocumentJobButton, forgetPapers } from '../documents/documents.tsx'
import { type ApiError, invalidate, send, useApiMutation } from '../platform/api/api.ts'
import { useKeptMutation } from '../platform/outbox/use-kept-mutation.ts'
import { useActor } from '../platform/session/actor.ts'
import { paths } from '../site/paths.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Modal, ModalCancel, ModalFoot } from '../ui/dialog/Modal.tsx'
import { Select } from '../ui/form/Control.ts'
import { FieldBox, Help, Label } from '../ui/form/FieldParts.ts'
import { Form } from '../ui/form/Form.tsx'
import { Actions, Stack } from '../ui/layout/Layout.ts'
import { ReportPreview } from './ReportPreview.tsx'
import { ReportFields } from './ReportFields.tsx'
import { ReportRecord, ReportView } from './ReportView.tsx'
import {
  badAnswers,
  changedByBoth,
  type ChangedByBoth as BothChanged,
  type FilledReport,
  isTemplateChange,
  overNow,
  readAnew,
  readOf,
  type Report,
  reportReads,
  type ReportValues,
  saidAnswers,
  sentAnswers,
  templates,
  valuesOf,
  withTemplate,
} from './report-values.ts'
import { groupOf } from '../room-reads/room-reads.ts'
import { ChangedByBoth } from './ChangedByBoth.tsx'
import { TemplateChanged } from './TemplateChanged.tsx'
import { useReport, useWaitingReport } from './use-report.ts'
import { continuedText, dropReportDraft, readReportDraft } from './report-draft.ts'
import { useKeptDraft } from './use-report-draft.ts'

interface Props {
  construction_id: number
  room_id: number
  room_name: string
  /** Beside its name among what waits on this device, where the page knows it. */
  building_name?: string
  onClose: () => void
}

/** One report: filled in before the completion, corrected after it, printed once there is something to print. */
export const ReportModal = (props: Props) => {
  const { report } = useReport(props)
  // What is filled in began with the report as it was then, whatever is read or arrives meanwhile: somebody is writing.
  const [begun, setBegun] = useState<Report | null>(null)
  // The version over which somebody asked for a newer one.
  const [outdated, setOutdated] = useState<number | null>(null)
  const isReadAnew = outdated !== null && report !== undefined && report.lock_version > outdated
  if (isReadAnew || (begun === null && report?.why_read_only === null)) {
    setBegun(report?.why_read_only === null ? report : null)
    setOutdated(null)
  }
  const close = () => {
    dropReportDraft(props)
    props.onClose()
  }
  const readAgain = (version: number) => {
    dropReportDraft(props)
    setOutdated(version)
    void invalidate(reportReads)
  }
  return (
    <Modal opened onClose={close} title={`${addressedRoom(props.room_name)}　完了報告書`} width={720} testId="report-modal">
      {report === undefined ? null : (
        <Stack>
          {report.finished ? <Paper {...props} /> : null}
          {begun !== null ? (
            <Filled key={begun.lock_version} begun={begun} report={report} {...props} onReadAgain={readAgain} onClose={close} />
          ) : (
            <>
              <Help>{report.why_read_only}</Help>
              <ReportView report={report} />
            </>
          )}
        </Stack>
      )}
    </Modal>
  )
}

const saving = 'PATCH /api/constructions/:construction_id/rooms/:room_id/completion_report' as const
const paperOf = (construction_id: number, room_id: number) => `completion_report/${construction_id}/${room_id}`

const Paper = ({ construction_id, room_id, room_name }: Props) => {
  const [isPreviewed, setPreviewed] = useState(false)
  return (
    <Actions>
      <Button onClick={() => setPreviewed(true)}>仕上がりを見る</Button>
      <DocumentJobButton
        name={paperOf(construction_id, room_id)}
        label="完了報告書を印刷"
        start={() =>
          send('POST /api/constructions/:construction_id/completion_reports/print', {
            params: { construction_id },
            body: { room_ids: [room_id] },
          })
        }
      />
      <ButtonLink to={paths.room(construction_id, room_id)}>部屋を開く</ButtonLink>
      {isPreviewed ? <ReportPreview {...{ construction_id, room_id, room_name }} onClose={() => setPreviewed(false)} /> : null}
    </Actions>
  )
}

/** A report while it is filled in: what was read, what is asked, and what somebody else changed meanwhile. */
const useReportSave = ({ begun, report, construction_id, room_id, room_name, building_name, onClose }: FilledProps) => {
  // What stood there when it was laid out, also what waited here to be sent: of that the server sees what was changed since, so that one's own
  // earlier save, which arrives meanwhile, is no other person's.
  const [draft] = useState(() => (begun.finished ? null : readReportDraft({ construction_id, room_id })))
  const [read, setRead] = useState<FilledReport>(() => draft?.read ?? { report: begun, values: valuesOf(begun) })
  // With the template that was chosen here; nothing of it is saved before the rest is.
  const [filled, setFilled] = useState(draft?.filled ?? begun)
  const [conflicts, setConflicts] = useState<readonly ReportConflict[]>([])
  const [gone, setGone] = useState<readonly string[] | null>(null)
  const isOtherTemplate = filled.template?.id !== read.report.template?.id
  const form = useForm<ReportValues>({ defaultValues: read.values })
  const { setValue } = form
  const fill = useCallback(
    (values: ReportValues) => {
      for (const name of ['answers', 'special_report', 'completion_comment'] as const) setValue(name, values[name], { shouldDirty: true })
    },
    [setValue],
  )
  // Not as the form's defaults: what was typed stays a change of what was read.
  useEffect(() => void (draft === null || fill(draft.values)), [draft, fill])
  const { isDirty } = useFormState({ control: form.control })
  const values = useWatch({ control: form.control }) as ReportValues
  useKeptDraft({ construction_id, room_id }, { isTyped: isDirty, read, filled, values })
  const layOver = ({ report: now, conflicts: both }: BothChanged) => {
    const typed = overNow(read, { report: filled, values: form.getValues() }, now)
    setRead({ report: now, values: valuesOf(now) })
    setFilled(now)
    setConflicts(both)
    fill(typed)
  }
  const onSaved = () => {
    // What was printed before says something else.
    forgetPapers(paperOf(construction_id, room_id))
    onClose()
  }
  const onError = async (error: ApiError) => {
    const both = changedByBoth(error)
    if (both === null && !isTemplateChange(filled, error)) return
    if (both === null) {
      const chosen = isOtherTemplate ? filled.template : undefined
      const anew = await readAnew(construction_id, room_id, filled, form.getValues('answers'), chosen)
      // Another person chose another template: its answers are read from here on, and the texts beside it are compared as before.
      if (chosen === undefined && anew.report.template?.id !== filled.template?.id) {
        const { answers } = valuesOf(anew.report)
        setRead({ report: { ...anew.report, lock_version: read.report.lock_version }, values: { ...read.values, answers } })
      }
      setFilled(anew.report)
      setGone(anew.gone)
      form.setValue('answers', anew.answers, { shouldDirty: true })
    } else layOver(both)
    save.reset()
  }
  const online = useApiMutation(saving, {
    invalidates: reportReads,
    errors: 'caller',
    message: '保存しています…',
    onSuccess: onSaved,
    onError,
  })
  const title = `${addressedRoom(room_name)}　完了報告書`
  const place = { group: groupOf({ construction_id, room_id }), place: building_name ?? null, page: paths.room(construction_id, room_id) }
  const says = () => saidAnswers(filled, form.getValues(), read)
  const kept = useKeptMutation(saving, { invalidates: reportReads, title, ...place, says, onDone: onSaved, onError })
  // Whoever works there may have no line; a correction belongs to the office. Another template waits on no device: what is answered after it
  // would be sent as answers to the items before.
  const save = useActor().kind === 'craftsman' && !report.finished && !isOtherTemplate ? kept : online
  const { saved } = useWaitingReport({ construction_id, room_id })
  const submit = (values: ReportValues) =>
    save.mutate({
      params: { construction_id, room_id },
      body: {
        completion_report: {
          ...(isOtherTemplate ? { completion_report_id: filled.template?.id ?? null } : {}),
          results_attributes: sentAnswers(filled, values),
          special_report: values.special_report,
          completion_comment: values.completion_comment,
          lock_version: read.report.lock_version,
          read: readOf(read),
        },
      },
    })
  const choose = (template: Report['template']) => {
    const other = withTemplate(read.report, template)
    setFilled(other)
    form.setValue('answers', valuesOf(other).answers, { shouldDirty: true })
  }
  const waiting = isOtherTemplate && saved.length > 0 ? '送信待ちの記入が送信されてから、種類を変更できます' : null
  return { form, read: read.report, filled, isContinued: draft !== null, gone, conflicts, save, waiting, submit, choose }
}

interface FilledProps extends Props {
  /** As it was laid out, and as it is now. */
  begun: Report
  report: Report
  /** With the version that was too old. */
  onReadAgain: (version: number) => void
}

const Filled = (props: FilledProps) => {
  const { report, onReadAgain } = props
  const { form, read, filled, isContinued, gone, conflicts, save, waiting, submit, choose } = useReportSave(props)
  const answers = useWatch({ control: form.control, name: 'answers' })
  return (
    <Form form={form} error={save.error} guard={false} onSubmit={submit}>
      <Stack>
        {isContinued ? <Help>{continuedText}</Help> : null}
        {gone === null ? null : <TemplateChanged gone={gone} />}
        {conflicts.length === 0 ? null : <ChangedByBoth conflicts={conflicts} />}
        {save.error?.code === 'stale' ? (
          <Actions>
            <Button icon="again" onClick={() => onReadAgain(read.lock_version)}>
              読み込み直す
            </Button>
            <Help>読み込み直すと、ここで入力した内容は消えます。</Help>
          </Actions>
        ) : null}
        {report.finished ? (
          <Help>完了後の変更は「訂正」として、氏名と日時が画面と書面に残ります。署名時の内容も残ります。</Help>
        ) : (
          <TemplateChoice saved={read} chosen={filled.template} onChoose={choose} />
        )}
        <ReportFields report={filled} />
        {report.finished ? <ReportRecord report={report} /> : null}
      </Stack>
      <ModalFoot>
        <ModalCancel />
        <Button
          kind="primary"
          type="submit"
          disabled={save.isPending || (report.finished && !form.formState.isDirty)}
          reason={badAnswers(filled, { answers }) ? '数値ではない回答があります' : waiting}
        >
          {report.finished ? '訂正を保存する' : '保存する'}
        </Button>
      </ModalFoot>
    </Form>
  )
}

interface TemplateChoiceProps {
  saved: Report
  chosen: Report['template']
  onChoose: (template: Report['template']) => void
}

/** Another template for this room alone (G-REP-01). What was answered to the one before is not asked any more; what was written beside it stays. */
const TemplateChoice = ({ saved, chosen, onChoose }: TemplateChoiceProps) => {
  const { data } = useQuery(templates)
  const [dialog, ask] = useConfirm()
  const managesMasters = canManageMasters(useActor())
  const offered = data?.completion_reports ?? []
  const known = saved.template === null || offered.some(({ id }) => id === saved.template?.id) ? offered : [saved.template, ...offered]
  const askAndChoose = async (id: string) => {
    const sure = await ask({
      title: '完了報告書の種類を変更します。よろしいですか？',
      text: 'この部屋の項目が入れ替わり、項目への回答は消えます。特記事項とコメントは残ります。保存するまで変更されません。',
      confirm: '変更する',
    })
    // The saved one brings its saved answers back.
    if (sure) onChoose(id === String(saved.template?.id) ? saved.template : (offered.find(each => String(each.id) === id) ?? null))
  }
  return (
    <FieldBox>
      {dialog}
      <Label htmlFor="report-template">完了報告書の種類</Label>
      <Select id="report-template" value={String(chosen?.id ?? '')} onChange={event => void askAndChoose(event.target.value)}>
        <option value="">報告項目なし</option>
        {known.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {saved.template === null && managesMasters ? <Help>工事種別ごとの初期値は、完了報告書設定で決められます。</Help> : null}
    </FieldBox>
  )
}
