import { formatDayLong, formatDayShort } from '@toguchi/domain/calendar/day'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../site/paths.ts'
import type { AnswerOf } from '../platform/api/request.ts'
import { Button } from '../ui/plain/Button.tsx'
import { Card } from '../ui/plain/Card.tsx'
import { Read } from '../ui/plain/Read.tsx'
import { CallButton } from './CallButton.tsx'
import { loginOf, type Resident } from './contact/own-contact.ts'
import { countdownText, momentText } from './dates/frame.ts'
import styles from './AboutTheWorks.module.css'
import { FactList } from './parts/FactList.ts'
import { MenuList } from './parts/MenuList.ts'

type OwnConstruction = AnswerOf<'GET /api/residents/construction'>

interface Props {
  ownRoom: OwnConstruction
  resident: Resident
  events: AnswerOf<'GET /api/residents/events'>['events']
}

/** What stands below the date: how long there is time, whom to call, the works, the way to the other pages, and what happened so far. */
export const AboutTheWorks = ({ ownRoom, resident, events }: Props) => (
  <>
    <Deadlines ownRoom={ownRoom} />
    <CallButton note={`管理番号 ${ownRoom.construction.manage_no ?? '―'}`} />
    <Facts ownRoom={ownRoom} />
    <Menu ownRoom={ownRoom} resident={resident} />
    <History events={events} />
  </>
)

/** How long there is time for what can still be decided. */
const Deadlines = ({ ownRoom }: { ownRoom: OwnConstruction }) => {
  const { today, date_change_end_on, deadlines } = ownRoom
  const rows = [
    { name: '日程変更', end: ownRoom.can_change_date && ownRoom.absence === null ? date_change_end_on : null },
    { name: 'オプション申込', end: ownRoom.can_change_options ? deadlines.option_request_end_on : null },
  ].flatMap(({ name, end }) => {
    const left = end === null ? null : countdownText(end, today)
    return end === null || left === null ? [] : [{ name, end, left }]
  })
  if (rows.length === 0) return null
  return (
    <section className={styles.deadlines} aria-label="締切まで">
      {rows.map(({ name, end, left }) => (
        <p key={name}>
          <Read>
            <span>
              <span>{name}</span>
              <small>{`${formatDayShort(end)}まで`}</small>
            </span>
            <strong>{left}</strong>
          </Read>
        </p>
      ))}
    </section>
  )
}

const Facts = ({ ownRoom: { construction, deadlines, date_change_end_on, today } }: { ownRoom: OwnConstruction }) => {
  const { briefing_session_at: briefing, emergency_phone_number: emergency } = construction
  const rows: [string, ReactNode][] = [
    // Nobody is invited to what is over.
    ['工事説明会', briefing !== null && briefing >= today ? momentText(briefing) : null],
    ['日程変更の締切', date_change_end_on && formatDayLong(date_change_end_on)],
    ['オプション申込の締切', deadlines.option_request_end_on && formatDayLong(deadlines.option_request_end_on)],
    ['決まった日のお知らせ', deadlines.decision_guide_distribution_on && formatDayLong(deadlines.decision_guide_distribution_on)],
    [
      'お部屋の中の工事期間',
      construction.privately_area_start_on && construction.privately_area_end_on
        ? `${formatDayShort(construction.privately_area_start_on)}〜${formatDayShort(construction.privately_area_end_on)}`
        : null,
    ],
    ['緊急連絡先', emergency === null ? null : <a href={`tel:${emergency}`}>{emergency}</a>],
    ['担当', construction.construction_staff_name],
    ['施工会社', construction.client_name],
  ]
  return (
    <Card title="工事のご案内">
      <FactList>
        {rows.map(([name, value]) =>
          value === null || value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </FactList>
    </Card>
  )
}

const Menu = ({ ownRoom: { can_change_options }, resident }: { ownRoom: OwnConstruction; resident: Resident }) => (
  <MenuList aria-label="メニュー">
    <Read>
      {can_change_options && !resident.date_only ? <Link to={paths.resident_options()}>オプションの申込み</Link> : null}
      {resident.date_only ? null : <Link to={paths.resident_orders()}>オプションの申込履歴</Link>}
      <Link to={paths.resident_documents()}>資料</Link>
      <Link to={paths.resident_handling_equipments()}>取扱機器</Link>
      <Link to={resident.date_only ? loginOf(resident) : paths.resident_edit()}>
        {resident.date_only ? 'ログイン' : resident.login_id === null ? 'ログインIDの登録' : '登録内容の変更'}
      </Link>
    </Read>
  </MenuList>
)

/** More than that is asked for. */
const newest = 4

/** What happened so far, in the resident's words (D-12). */
const History = ({ events }: Pick<Props, 'events'>) => {
  const [all, setAll] = useState(false)
  if (events.length === 0) return null
  return (
    <Card title="これまでの経過">
      <ol className={styles.history}>
        {(all ? events : events.slice(0, newest)).map(event => (
          <li key={event.id}>
            <time dateTime={event.at}>{momentText(event.at)}</time>
            <strong>{event.sentence}</strong>
            {event.after === null ? null : <span>{event.before === null ? event.after : `${event.before} → ${event.after}`}</span>}
            <small>{event.by}</small>
          </li>
        ))}
      </ol>
      {all || events.length <= newest ? null : (
        <Button kind="secondary" wide onClick={() => setAll(true)}>
          すべて見る
        </Button>
      )}
    </Card>
  )
}
