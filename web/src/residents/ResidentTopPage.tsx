import { formatDayLong } from '@toguchi/domain/calendar/day'
import { ownChangeTerms } from '@toguchi/domain/residents/deadlines'
import { presenceLabels } from '@toguchi/domain/rooms/presence'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { partOnDemand } from '../platform/late-part.ts'
import { paths } from '../site/paths.ts'
import { type AnswerOf, ApiError, send } from '../platform/api/request.ts'
import { optionalPart } from '../platform/optional-part.ts'
import { toast } from '../platform/toast.ts'
import { whenIdle } from '../platform/when-idle.ts'
import { NewLegalTexts } from '../legal-texts/legal-texts.tsx'
import { Glyph } from '../ui/icons/Glyph.tsx'
import { Button, ButtonLink } from '../ui/plain/Button.tsx'
import { Notice } from '../ui/plain/Notice.tsx'
import { Read } from '../ui/plain/Read.tsx'
import { answeredBy } from './answering/answering.ts'
import { loginOf, reachedAt, type Resident, waitsForProof } from './contact/own-contact.ts'
import { keepingLast } from './keeping-last.ts'
import { WhoAnswers } from './answering/WhoAnswers.tsx'
import { OwnHeading, OwnVisit } from './OwnVisit.tsx'
import { ownVisitTexts } from './own-visit.ts'
import styles from './ResidentTopPage.module.css'
import iconLinkStyles from './parts/IconLink.module.css'
import { Stack } from './parts/Stack.ts'
import { Paper } from '../ui/plain/Paper.ts'
import { Help } from '../ui/plain/form/FieldParts.ts'
import { AnswerLine } from './parts/AnswerLine.ts'

/** Below the date, which comes first: fetched while that is laid out. */
const fetchContactCard = () => import('./contact/ContactCard.tsx')
const ContactCard = optionalPart(async () => (await fetchContactCard()).ContactCard)
const fetchAboutTheWorks = () => import('./AboutTheWorks.tsx')
const AboutTheWorks = optionalPart(async () => (await fetchAboutTheWorks()).AboutTheWorks)
/** Not on every visit. */
const MissedVisit = lazy(async () => ({ default: (await import('./MissedVisit.tsx')).MissedVisit }))
/** Fetched when it is begun (STYLE 12). */
const CalendarDialog = partOnDemand(async () => (await import('./calendar/CalendarDialog.tsx')).CalendarDialog)

export const loader = keepingLast(async options => {
  const [ownRoom, { events }, { resident }, { line }] = await Promise.all([
    send('GET /api/residents/construction', {}, options),
    send('GET /api/residents/events', {}, options),
    send('GET /api/residents/me', {}, options),
    send('GET /api/residents/line', {}, options),
  ])
  void Promise.allSettled([fetchContactCard(), fetchAboutTheWorks()])
  return { ownRoom, events, resident, line }
})

type OwnConstruction = AnswerOf<'GET /api/residents/construction'>
type OwnLine = AnswerOf<'GET /api/residents/line'>['line']

/** When, what, and what if one is not at home: before anything else. */
export const ResidentTopPage = () => {
  const { ownRoom, events, resident, line } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <OwnHeading texts={ownVisitTexts(ownRoom)} />
      {ownRoom.readable_until === null ? null : (
        <Notice>{`工事が終了しました。このページは${formatDayLong(ownRoom.readable_until)}までご覧いただけます。`}</Notice>
      )}
      {/* Whoever came by the code alone does not close it for who made the login. */}
      {resident.date_only ? null : (
        <Suspense>
          <NewLegalTexts />
        </Suspense>
      )}
      {ownRoom.has_earlier_offer ? (
        <Notice kind="success">
          <p>早い日時が空きました。お返事をお待ちしています。</p>
          <Link className={iconLinkStyles.leaflet} to={paths.resident_date()}>
            空いた日時を見て答える
          </Link>
        </Notice>
      ) : null}
      {ownRoom.absence === null ? (
        <Visit ownRoom={ownRoom} />
      ) : (
        <Suspense>
          <MissedVisit absence={ownRoom.absence} />
        </Suspense>
      )}
      {ownRoom.assign === null || ownRoom.absence !== null || ownRoom.room.status === 'completed' ? null : <Presence ownRoom={ownRoom} />}
      {/* Below what is pressed most: it comes a moment later, and must not push that away. */}
      {resident.date_only ? null : <UnfinishedOrders />}
      <Contact ownRoom={ownRoom} resident={resident} line={line} />
      <Offers ownRoom={ownRoom} resident={resident} />
      <Suspense>
        <AboutTheWorks ownRoom={ownRoom} resident={resident} events={events} />
      </Suspense>
    </Stack>
  )
}

/** What was ordered and not paid, asked for in a quiet moment once the page stands: the date comes first (G-ORD-02). */
const UnfinishedOrders = () => {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let left = false
    const callOff = whenIdle(() => {
      send('GET /api/residents/orders', {}, { silent: true, errors: 'nobody' }).then(
        ({ unfinished_orders }) => {
          if (!left) setCount(unfinished_orders.filter(order => order.why_no_payment === null).length)
        },
        // The page of the orders says it again.
        () => {},
      )
    })
    return () => {
      left = true
      callOff()
    }
  }, [])
  if (count === 0) return null
  return (
    <Notice kind="warning">
      <p>お支払いが完了していない申込みがあります</p>
      <Link className={iconLinkStyles.leaflet} to={paths.resident_orders()}>
        支払いをやり直す
      </Link>
    </Notice>
  )
}

const Visit = ({ ownRoom }: { ownRoom: OwnConstruction }) => {
  const { assign, room, ...may } = ownRoom
  const done = room.status === 'completed'
  const terms = ownChangeTerms(may)
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const confirm = async ({ date, construction_time_frame_id }: NonNullable<OwnConstruction['assign']>) => {
    setBusy(true)
    try {
      const { message } = await send(
        'POST /api/residents/assign/confirmation',
        // The date that was read, and no other.
        { body: { assign: { date, construction_time_frame_id }, ...answeredBy() } },
        { message: '確定しています…' },
      )
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    // Refused or done: the page says what holds now.
    await revalidate()
    setBusy(false)
  }
  return (
    <OwnVisit texts={ownVisitTexts(ownRoom)}>
      <Read>
        {may.can_confirm_date ? <WhoAnswers /> : null}
        {may.can_confirm_date && assign !== null ? (
          <Button wide waits disabled={busy} onClick={() => void confirm(assign)}>
            この日程で確定する
          </Button>
        ) : null}
        {may.can_change_date ? (
          <ButtonLink kind="secondary" wide to={paths.resident_date()}>
            <Glyph name="calendar" size={20} />
            <span>日程を変更する</span>
          </ButtonLink>
        ) : done || assign === null ? null : (
          <Notice>{may.why_no_date_change}</Notice>
        )}
        {done || assign === null ? null : <CalendarButton />}
        {may.can_change_date && terms.until !== null ? <Help>{terms.until}</Help> : null}
        {may.can_change_date && assign !== null && terms.left !== null ? <Help>{terms.left}</Help> : null}
      </Read>
    </OwnVisit>
  )
}

/** Into the telephone's own calendar (decision 067). */
const CalendarButton = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="secondary" wide onClick={() => setOpen(true)}>
        カレンダーに追加
      </Button>
      {open ? (
        <Suspense>
          <CalendarDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Where messages go stands there always; another way to be told is offered once the date is settled (D-33). */
const Contact = ({ ownRoom: { room, absence }, resident, line }: { ownRoom: OwnConstruction; resident: Resident; line: OwnLine }) => {
  const [search] = useSearchParams()
  const changing = search.has('contact')
  if (resident.date_only || room.closed_at !== null) return null
  const isOffered = room.construction_schedule_confirmed_at !== null && absence === null
  const hasOne = reachedAt(resident) !== null || waitsForProof(resident) || line.is_linked
  return isOffered || hasOne || changing ? (
    <Suspense>
      <ContactCard resident={resident} line={line} changing={changing} />
    </Suspense>
  ) : null
}

/** What is offered once the date is settled, and never needed (D-33). */
const Offers = ({ ownRoom: { room, absence }, resident }: { ownRoom: OwnConstruction; resident: Resident }) => {
  if (room.closed_at !== null || room.construction_schedule_confirmed_at === null || absence !== null) return null
  if (resident.date_only)
    return (
      <p className={styles.offer}>
        <Read>
          <Link to={loginOf(resident)}>お名前・連絡先・オプションは、ログインIDでログインしてご覧ください</Link>
        </Read>
      </p>
    )
  return resident.login_id === null ? (
    <p className={styles.offer}>
      <Read>
        <Link to={paths.resident_edit()}>次回からログインIDで入りたい方はこちら（なくても使えます）</Link>
      </Read>
    </p>
  ) : null
}

/** Who opens the door: asked as long as nobody has said. */
const Presence = ({ ownRoom: { presence, can_change_presence, assign, room } }: { ownRoom: OwnConstruction }) => {
  if (assign === null || !can_change_presence) return null
  const settled = room.construction_schedule_confirmed_at !== null
  return (
    <Paper className={styles.presence} aria-label="在宅方法" data-keep-clear>
      <Read>
        {presence === null ? (
          <p>当日はどなたがお迎えになりますか。ご不在のときの方法も選べます。</p>
        ) : (
          <AnswerLine>
            <span>在宅方法</span>
            <strong>
              {presenceLabels[presence.presence_method]}
              {presence.proxy_name === null ? null : `（${presence.proxy_name} 様）`}
            </strong>
          </AnswerLine>
        )}
        <ButtonLink kind={presence === null && settled ? 'primary' : 'secondary'} wide to={paths.resident_presence()}>
          {presence === null ? '在宅方法を選ぶ' : '在宅方法を変更する'}
        </ButtonLink>
      </Read>
    </Paper>
  )
}
