import { isOffice } from '@toguchi/domain/access/actor'
import { type Day, formatBriefing, formatDay, formatInstant, weekdayName } from '@toguchi/domain/calendar/day'
import { contractPeriod } from '@toguchi/domain/constructions/contract-period'
import { noKeyPlaceText } from '@toguchi/domain/rooms/keys/key-handover'
import { limitFieldNames } from '@toguchi/domain/constructions/fields'
import {
  cannotDeleteConstructionText,
  completionFlags,
  constructionLabels,
  constructionSections,
  constructionTypeLabels,
  creationStepLabels,
  electronicSignboardTypeLabels,
  noCashPlaceText,
  notShownText,
  securityEquipmentLabels,
} from '@toguchi/domain/constructions/labels'
import { canCreateConstructions, canDeleteConstructions } from '@toguchi/domain/constructions/policy'
import { roomProgress } from '@toguchi/domain/constructions/progress'
import { formatYen } from '@toguchi/domain/money/tax'
import { photoTimingLabels, photoTimings } from '@toguchi/domain/photos/labels'
import { formatTerm } from '@toguchi/domain/calendar/term'
import { formatZipcode } from '@toguchi/domain/text/zipcode'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { AnswerSummary, NextSteps, useIsStepDue } from '../answers/answers.tsx'
import { paths } from '../site/paths.ts'
import { ConstructionPaper } from '../documents/documents.tsx'
import { MessagesLink } from '../messages/messages.tsx'
import { useActor } from '../platform/session/actor.ts'
import { PhotoArchiveButton } from '../photo-archives/photo-archives.tsx'
import { q, queryClient, useApiMutation } from '../platform/api/api.ts'
import { usePageTitle } from '../platform/page-title.ts'
import { Alert } from '../ui/Alert.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { useConfirm } from '../ui/dialog/ConfirmDialog.tsx'
import { Facts } from '../ui/layout/Facts.tsx'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { TaskProgress } from '../ui/TaskProgress.tsx'
import { ConstructionStatusBadge } from './constructions.tsx'
import type { Construction } from './form/form-values.ts'
import { Actions } from '../ui/layout/Layout.ts'
import { Help } from '../ui/form/FieldParts.ts'
import { TelephoneLink } from '../ui/TelephoneLink.tsx'
import styles from './ConstructionPage.module.css'

const constructionQuery = (id: string | undefined) => q('GET /api/constructions/:id', { params: { id: Number(id) } })

export const loader = ({ params }: LoaderFunctionArgs) => queryClient.ensureQueryData(constructionQuery(params.id))

/** One construction: its state, what is still missing, and everything that was entered. */
export const ConstructionPage = () => {
  const { id } = useParams()
  const { data } = useQuery(constructionQuery(id))
  usePageTitle(data === undefined ? null : `${data.construction.building_name} 工事詳細`)
  return data === undefined ? null : <ConstructionDetail construction={data.construction} />
}

const ConstructionDetail = ({ construction }: { construction: Construction }) => {
  const { id } = construction
  const office = isOffice(useActor())
  const asks = office && construction.room_count > 0
  const isStepDue = useIsStepDue(id, asks)
  return (
    <>
      <Head construction={construction} isPrimary={!isStepDue} />
      <Missing construction={construction} />
      {asks ? <NextSteps construction_id={id} /> : null}
      <Section title="進捗" name="progress">
        <Progress construction={construction} />
        <Actions className={styles.links}>
          <ButtonLink to={paths.room_composition(id)} icon="grid">
            部屋構成
          </ButtonLink>
          <ButtonLink to={paths.overall_schedule(id)} icon="calendar">
            全体工程表
          </ButtonLink>
          <ButtonLink to={paths.detail_schedule(id)} icon="calendar">
            詳細工程表
          </ButtonLink>
          {office ? (
            <ButtonLink to={paths.construction_order_list(id)} icon="orders">
              注文一覧
            </ButtonLink>
          ) : null}
          {office ? <MessagesLink construction_id={id} /> : null}
          <ButtonLink to={paths.working_process(id)} icon="list">
            当日の作業一覧
          </ButtonLink>
          <ButtonLink to={paths.common_area_images(id)} icon="camera">
            共用部写真
          </ButtonLink>
          <PhotoArchiveButton constructionId={id} scope="all" />
          <ButtonLink to={paths.attachment_files(id)} icon="clip">
            添付資料
          </ButtonLink>
          <ButtonLink to={paths.construction_remaining(id)} icon="remaining">
            残工事
          </ButtonLink>
        </Actions>
      </Section>
      {asks ? <AnswerSummary construction_id={id} /> : null}
      {office ? <ConstructionPaper construction_id={id} rooms={construction.room_count} /> : null}
      <Section title={constructionSections.construction_info} name="construction_info">
        <Facts columns={2} facts={infoFacts(construction)} />
      </Section>
      <Section title={constructionSections.overall_schedule} name="overall_schedule">
        <Facts columns={2} facts={scheduleFacts(construction)} />
      </Section>
      <Section title={constructionLabels.assigned_contractors} name="assigned_contractors">
        <Facts
          facts={construction.assigned_contractors.map(({ contractor_name, assigned_craftsmans }) => [
            contractor_name,
            assigned_craftsmans.length === 0 ? (
              <Badge tone="amber">職人が選択されていません</Badge>
            ) : (
              assigned_craftsmans.map(({ name }) => name).join('、')
            ),
          ])}
        />
      </Section>
      <Section title={constructionSections.representative} name="representative">
        <Facts columns={2} facts={representativeFacts(construction)} />
      </Section>
      <Section title={constructionSections.electronic_signboard} name="electronic_signboard">
        <Facts columns={2} facts={signboardFacts(construction)} />
      </Section>
      <Places construction={construction} />
      <Section title={constructionSections.options} name="options">
        <Facts columns={2} facts={optionFacts(construction)} />
        {construction.use_optional_construction || construction.constructions_options.length === 0 ? null : <Help>{notShownText}</Help>}
        {construction.use_optional_construction && construction.lacks_cash_place ? <Alert as="p">{noCashPlaceText}</Alert> : null}
      </Section>
      <Section title={constructionSections.others} name="others">
        <Facts columns={2} facts={otherFacts(construction)} />
      </Section>
      <Section title={constructionSections.limits} name="limits">
        <Facts columns={2} facts={limitFieldNames.map(name => [constructionLabels[name], construction[name]])} />
        {construction.key_place === null ? <Alert as="p">{noKeyPlaceText}</Alert> : null}
      </Section>
    </>
  )
}

/** `isPrimary`: nothing is more urgent than to edit. */
const Head = ({ construction, isPrimary }: { construction: Construction; isPrimary: boolean }) => {
  const actor = useActor()
  const navigate = useNavigate()
  const [dialog, ask] = useConfirm()
  const { id } = construction
  const remove = useApiMutation('DELETE /api/constructions/:id', {
    invalidates: ['GET /api/constructions'],
    message: '削除しています…',
    onSuccess: () => navigate(paths.constructions()),
  })
  const askAndRemove = async () => {
    const sure = await ask({
      title: `${construction.building_name} ${construction.name ?? ''}の工事を削除します。よろしいですか？`,
      confirm: '削除する',
      danger: true,
    })
    if (sure) remove.mutate({ params: { id } })
  }
  return (
    <>
      {dialog}
      <PageHead
        title={construction.building_name}
        note={
          <>
            <ConstructionStatusBadge status={construction.status} /> {construction.name ?? '工事名未入力'}（{construction.cd}）
          </>
        }
        actions={
          <>
            {canDeleteConstructions(actor) ? (
              <Button
                kind="danger"
                icon="trash"
                reason={construction.can_delete ? null : cannotDeleteConstructionText}
                onClick={() => void askAndRemove()}
              >
                削除
              </Button>
            ) : null}
            {canCreateConstructions(actor) ? (
              <ButtonLink to={paths.construction_copy(id)} icon="detail">
                コピー
              </ButtonLink>
            ) : null}
            <ButtonLink to={paths.construction_edit(id)} icon="edit" kind={isPrimary ? 'primary' : 'default'}>
              編集
            </ButtonLink>
          </>
        }
      />
    </>
  )
}

/** Steps that were never saved, each with the way there (G-CON-08). */
const Missing = ({ construction }: { construction: Construction }) => {
  const actor = useActor()
  const steps = (Object.keys(completionFlags) as (keyof typeof completionFlags)[]).filter(step => !construction[completionFlags[step]])
  if (steps.length === 0 || !canCreateConstructions(actor)) return null
  return (
    <ul className={styles.missing} aria-label="未入力の項目">
      {steps.map(step => (
        <li key={step}>
          <Link to={paths[`step_${step}`](construction.id)}>
            {creationStepLabels[step]} <Badge tone="amber">未入力</Badge>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const words = { done: '完了', error: '日程再調整', 'not-yet': '未着手' } as const

const Progress = ({ construction: { progress, room_count } }: { construction: Construction }) => {
  if (room_count === 0) return <Help>部屋が登録されていません。部屋構成から登録してください。</Help>
  return (
    <>
      <TaskProgress label="進捗" notYet={progress.waiting} error={progress.reschedule} done={progress.completed} />
      <p className={styles.counts}>
        {roomProgress(progress).map(({ state, count, percent }) => (
          <span key={state}>
            {words[state]} <strong>{count}</strong>戸（{percent}%）
          </span>
        ))}
      </p>
    </>
  )
}

type FactList = Parameters<typeof Facts>[0]['facts']

const day = (value: Day | null) => (value === null ? null : `${formatDay(value)}(${weekdayName(value)})`)
const period = (start: Day | null, end: Day | null, days: number | null = null) =>
  start === null && end === null ? null : `${day(start) ?? ''}〜${day(end) ?? ''}${formatTerm(days)}`
const daysOff = (calendar: readonly { date: Day; name: string | null }[]) =>
  calendar.map(({ date, name }) => `${day(date)}${name === null ? '' : ` ${name}`}`).join('、')

const buildingLink = ({ building_id, building_name }: Construction) => <Link to={paths.building(building_id)}>{building_name}</Link>

const infoFacts = (construction: Construction): FactList => [
  [constructionLabels.manage_no, construction.manage_no],
  [constructionLabels.name, construction.name],
  [
    constructionLabels.construction_type,
    construction.construction_type === null ? null : constructionTypeLabels[construction.construction_type],
  ],
  ['工事コード', construction.cd],
  [constructionLabels.building_id, buildingLink(construction)],
  [
    '所在地',
    `${construction.building_zipcode === null ? '' : `〒${formatZipcode(construction.building_zipcode)} `}${construction.building_address}`,
  ],
  [constructionLabels.number_of_houses, construction.number_of_houses],
  [constructionLabels.remarks, construction.remarks],
]

const scheduleFacts = (construction: Construction): FactList => {
  const { start, end } = contractPeriod(construction)
  return [
    [constructionLabels.contract_period, period(start, end)],
    [
      constructionLabels.common_area_period,
      period(construction.common_area_start_on, construction.common_area_end_on, construction.common_area_term),
    ],
    [
      constructionLabels.second_common_area_period,
      period(construction.second_common_area_start_on, construction.second_common_area_end_on),
    ],
    [
      constructionLabels.privately_area_period,
      period(construction.privately_area_start_on, construction.privately_area_end_on, construction.privately_area_term),
    ],
    [constructionLabels.common_area_holidays, daysOff(construction.common_area_holidays_calendar)],
    [constructionLabels.privately_area_holidays, daysOff(construction.privately_area_holidays_calendar)],
    [constructionLabels.preparation_days, daysOff(construction.preparation_days_calendar)],
    [constructionLabels.information_distribution_on, day(construction.information_distribution_on)],
    [
      constructionLabels.briefing_session_at,
      construction.briefing_session_at === null ? null : formatBriefing(new Date(construction.briefing_session_at)),
    ],
    [constructionLabels.option_request_end_on, day(construction.option_request_end_on)],
    [constructionLabels.schedule_change_end_on, day(construction.schedule_change_end_on)],
    [constructionLabels.decision_guide_distribution_on, day(construction.decision_guide_distribution_on)],
    [
      '詳細工程表の確定',
      construction.detail_schedule_completed_at === null ? null : formatInstant(new Date(construction.detail_schedule_completed_at)),
    ],
  ]
}

const representativeFacts = (construction: Construction): FactList => [
  [constructionLabels.supplier_id, construction.supplier_name],
  [constructionLabels.supplier_staff_id, construction.supplier_staff_name],
  [
    constructionLabels.sales_staff_id,
    construction.sales_representative === null
      ? null
      : `${construction.sales_representative}${construction.sales_department === null ? '' : `（${construction.sales_department}）`}`,
  ],
  [constructionLabels.construction_staff_id, construction.construction_representative],
  [constructionLabels.contract_representative, construction.contract_representative],
  [constructionLabels.contract_representative_address, construction.contract_representative_address],
  [constructionLabels.owners_association, construction.owners_association],
  [constructionLabels.owners_association_decided_on, day(construction.owners_association_decided_on)],
  [constructionLabels.board_addresses, construction.board_addresses.join('、')],
  [constructionLabels.prime_contractor, construction.prime_contractor],
]

const signboardFacts = (construction: Construction): FactList =>
  construction.use_electronic_signboard
    ? [
        [constructionLabels.use_electronic_signboard, '使用する'],
        [constructionLabels.electronic_signboard_type, electronicSignboardTypeLabels[construction.electronic_signboard_type]],
        [constructionLabels.electronic_signboard_contractor_id, construction.electronic_signboard_contractor_name],
      ]
    : [[constructionLabels.use_electronic_signboard, '使用しない']]

const timingsOf = (row: Readonly<Record<(typeof photoTimings)[number], boolean>>) =>
  photoTimings
    .filter(timing => row[timing])
    .map(timing => photoTimingLabels[timing])
    .join('・')

const Places = ({ construction }: { construction: Construction }) =>
  (
    [
      ['common', construction.use_common_photo, construction.common_photography_places],
      ['private', construction.use_private_photo, construction.private_photography_places],
    ] as const
  ).map(([area, used, places]) => (
    <Section key={area} title={constructionSections[`${area}_photography_places`]} name={`${area}_photography_places`}>
      {used ? (
        <Facts
          columns={2}
          facts={places.map(place => [
            place.name,
            `${timingsOf(place)}${'remarks' in place && place.remarks ? `（${place.remarks}）` : ''}`,
          ])}
        />
      ) : (
        <Help>撮影しません。</Help>
      )}
    </Section>
  ))

const optionFacts = (construction: Construction): FactList => [
  ['オプションの申込み', construction.use_optional_construction ? '受け付ける' : '受け付けない'],
  [constructionLabels.use_payment, construction.use_payment ? '使う' : '使わない'],
  [constructionLabels.cash_place, construction.cash_place],
  [constructionLabels.cash_hours, construction.cash_hours],
  ...construction.constructions_options.map(
    option => [option.option_name, `${formatYen(option.price_in_tax)}（税抜 ${formatYen(option.price)}）${timingsOf(option)}`] as const,
  ),
]

const otherFacts = (construction: Construction): FactList => [
  [constructionLabels.time_per_unit, construction.time_per_unit === null ? null : `${construction.time_per_unit}分`],
  [
    constructionLabels.security_equipment,
    construction.security_equipment === null ? null : securityEquipmentLabels[construction.security_equipment],
  ],
  [
    constructionLabels.emergency_phone_number,
    construction.emergency_phone_number === null ? null : <TelephoneLink phone={construction.emergency_phone_number} />,
  ],
  [constructionLabels.special_report_default, construction.special_report_default],
]
