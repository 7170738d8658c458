import { formatBriefing, formatDayLong, formatDayShort, formatInstant, formatTimeFrameForResident } from '@toguchi/domain/calendar/day'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { paths } from '../app/paths.ts'
import { useConfiguration } from '../platform/configuration.ts'
import { type AnswerOf, ApiError, send } from '../platform/request.ts'
import { toast } from '../platform/toast.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { Button, ButtonLink } from '../ui/plain/Button.tsx'
import { Card } from '../ui/plain/Card.tsx'
import { Notice } from '../ui/plain/Notice.tsx'
import { CallButton } from './CallButton.tsx'
import './residents.css'

export const loader = async () => {
  const [shown, { events }] = await Promise.all([send('GET /api/residents/construction'), send('GET /api/residents/events')])
  return { shown, events }
}

type Shown = AnswerOf<'GET /api/residents/construction'>

/** When, what, and what if one is not at home: before anything else. */
export const ResidentTopPage = () => {
  const { shown, events } = useLoaderData<typeof loader>()
  const phone = useConfiguration()?.call_center_phone
  return (
    <div className="r-top">
      <h1 className="r-heading">
        {shown.construction.building_name} {shown.room.name}号室
        <small>{shown.construction.name}</small>
      </h1>
      <Visit shown={shown} />
      <CallButton phone={phone ?? shown.construction.emergency_phone_number} note={`管理番号 ${shown.construction.manage_no ?? '―'}`} />
      <Facts shown={shown} />
      <Menu />
      <History events={events} />
    </div>
  )
}

const Visit = ({ shown: { assign, room, construction, deadlines, ...may } }: { shown: Shown }) => {
  const confirmed = room.construction_schedule_confirmed_at !== null
  const done = room.status === 'completed'
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      const { message } = await send('POST /api/residents/assign/confirmation', {}, { message: '確定しています…' })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    // Refused or done: the page says what holds now.
    await revalidate()
    setBusy(false)
  }
  const changeEnd = deadlines.schedule_change_end_on
  return (
    <section className="plain-card r-visit" aria-label="工事日">
      {assign === null ? (
        <p className="r-day">日程調整中です。</p>
      ) : (
        <>
          <p className="r-state" data-state={done ? 'done' : confirmed ? 'confirmed' : 'open'}>
            {done ? '● 工事は完了しました' : confirmed ? '● 日程は確定しています' : '○ まだ確定していません'}
          </p>
          <p className="r-day">
            <small>{assign.date.slice(0, 4)}年</small>
            {formatDayLong(assign.date).slice(5)}
          </p>
          <p className="r-time">{formatTimeFrameForResident(assign.start_at, assign.end_at)}</p>
        </>
      )}
      {done || assign === null ? null : (
        <p>
          この時間帯に、担当者がお部屋に伺います。
          {construction.time_per_unit === null ? '' : `作業は約${construction.time_per_unit}分です。`}
          ご不在の場合は工事ができません。
          {may.can_change_date ? 'ご都合が悪いときは、日程を変更してください。' : 'ご都合が悪いときは、お電話ください。'}
        </p>
      )}
      {may.can_confirm_date ? (
        <Button wide disabled={busy} onClick={() => void confirm()}>
          この日程で確定する
        </Button>
      ) : null}
      {may.can_change_date ? (
        <ButtonLink kind="secondary" wide to={paths.resident_date()}>
          <Glyph name="calendar" size={20} />
          日程を変更する
        </ButtonLink>
      ) : done ? null : (
        <Notice>{may.why_no_date_change}</Notice>
      )}
      {may.can_change_date && changeEnd !== null ? <p className="plain-help">変更は{formatDayLong(changeEnd)}まで受け付けます。</p> : null}
    </section>
  )
}

const Facts = ({ shown: { construction, deadlines } }: { shown: Shown }) => {
  const rows: [string, string | null][] = [
    ['工事説明会', construction.briefing_session_at && formatBriefing(new Date(construction.briefing_session_at))],
    ['日程変更の締切', deadlines.schedule_change_end_on && formatDayLong(deadlines.schedule_change_end_on)],
    ['オプション申込の締切', deadlines.option_request_end_on && formatDayLong(deadlines.option_request_end_on)],
    ['決定案内の配布', deadlines.decision_guide_distribution_on && formatDayLong(deadlines.decision_guide_distribution_on)],
    [
      'お部屋の中の工事期間',
      construction.privately_area_start_on && construction.privately_area_end_on
        ? `${formatDayShort(construction.privately_area_start_on)}〜${formatDayShort(construction.privately_area_end_on)}`
        : null,
    ],
    ['緊急連絡先', construction.emergency_phone_number],
    ['担当', construction.construction_staff_name],
    ['施工会社', construction.client_name],
  ]
  return (
    <Card title="工事のご案内">
      <dl className="r-facts">
        {rows.map(([name, value]) =>
          value === null || value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </Card>
  )
}

const Menu = () => (
  <nav className="r-menu" aria-label="メニュー">
    <Link to={paths.resident_documents()}>資料</Link>
    <Link to={paths.resident_handling_equipments()}>取扱機器</Link>
    <Link to={paths.resident_edit()}>登録内容の変更</Link>
  </nav>
)

/** What happened so far, in the resident's words (D-12). */
const History = ({ events }: { events: AnswerOf<'GET /api/residents/events'>['events'] }) =>
  events.length === 0 ? null : (
    <Card title="これまでの経過">
      <ol className="r-history">
        {events.map(event => (
          <li key={event.id}>
            <time dateTime={event.at}>{formatInstant(new Date(event.at))}</time>
            <strong>{event.sentence}</strong>
            {event.before === null || event.after === null ? (
              event.after === null ? null : (
                <span>{event.after}</span>
              )
            ) : (
              <span>
                {event.before} → {event.after}
              </span>
            )}
            <small>{event.by}</small>
          </li>
        ))}
      </ol>
    </Card>
  )
