import { Suspense, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { latePart } from '../../../platform/late-part.ts'
import { outbox } from '../../../platform/outbox/outgoing.ts'
import { endedCompanies } from '../../../platform/session/joined-sessions.ts'
import { useStore } from '../../../platform/use-store.ts'
import { Alert } from '../../../ui/Alert.ts'
import { Button } from '../../../ui/Button.tsx'
import { dateParameter } from '../date-of-room.ts'
import { type CompanysDay, dateOfAddress, useOwnDays } from '../own-days.ts'
import { DayHead } from './DayHead.tsx'
import { LaterVisit } from '../cards/LaterVisit.tsx'
import { NextVisit } from '../cards/NextVisit.tsx'
import { ownWalk, type OwnWalk } from './own-walk.ts'
import { type Completeness, useDaySnapshot } from './use-day-snapshot.ts'
import styles from './OwnDay.module.css'

// Not on the way to the next door.
const NothingToDo = latePart(async () => (await import('./NothingToDo.tsx')).NothingToDo)
// Hardly ever.
const EndedCompanies = latePart(async () => (await import('./EndedCompanies.tsx')).EndedCompanies)
const RefusedHere = latePart(async () => (await import('./RefusedHere.tsx')).RefusedHere)
// What stands below the doors comes once those are on the screen.
const LeftVisits = latePart(async () => (await import('./LeftVisits.tsx')).LeftVisits)
const WholeDays = latePart(async () => (await import('./WholeDays.tsx')).WholeDays)

const crewParameter = 'day.crew'

/** A craftsman's day at all companies, in the order in which it is walked, the next door first (D-44). */
export const OwnDay = () => {
  const [search, setSearch] = useSearchParams()
  const { days, readAgain } = useOwnDays(dateOfAddress(search))
  const requests = useStore(outbox)
  const refused = requests.filter(({ state }) => state === 'refused')
  const hasEnded = useStore(endedCompanies).length > 0
  const read = days.flatMap(({ day }) => day ?? [])
  const first = read[0]
  const isToday = first === undefined || first.date === first.today
  const all = search.get(crewParameter) === 'all'
  const walk = ownWalk(days, requests, { all, isToday })
  const turn = (parameter: string, value: string | null) => {
    const after = new URLSearchParams(search)
    if (value === null) after.delete(parameter)
    else after.set(parameter, value)
    setSearch(after, { preventScrollReset: true })
  }
  const section = useRef<HTMLElement>(null)
  useDaySnapshot(section, search.size > 0 ? 'not yet' : completenessOf(days, walk), first?.date ?? '')
  const goTo = (date: string) => turn(dateParameter, date === first?.today ? null : date)
  return (
    <section className={styles.day} ref={section} data-testid="own-day" aria-label="作業の予定">
      {first === undefined ? null : <DayHead days={read} walk={walk} onDate={goTo} />}
      <Suspense>
        {hasEnded ? <EndedCompanies /> : null}
        {refused.length === 0 ? null : <RefusedHere requests={refused} />}
      </Suspense>
      <Unread days={days} onReadAgain={readAgain} />
      {first !== undefined && walk.next === null && walk.later.length === 0 ? (
        <Suspense>
          <NothingToDo days={read} isToday={isToday} walk={walk} onDate={goTo} />
        </Suspense>
      ) : null}
      <div className={styles.columns} data-alone={walk.next === null || undefined}>
        {walk.next === null ? null : <NextVisit key={walk.next.id} visit={walk.next} company={nameWhereSeveral(days, walk.next.company)} />}
        <div className={styles.later}>
          {walk.later.map(({ name, visits }) => (
            <section key={`${visits[0]?.company.cd} ${name}`} aria-label={name}>
              <h2>
                {name} <small>あと{visits.length}戸</small>
              </h2>
              <ul className={styles.list}>
                {visits.map(visit => (
                  <li key={`${visit.company.cd}/${visit.id}`}>
                    <LaterVisit visit={visit} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <Suspense>
            <LeftVisits visits={walk.left} />
          </Suspense>
          {all || walk.hidden > 0 ? (
            <Button onClick={() => turn(crewParameter, all ? null : 'all')}>
              {all ? '自分の班だけ表示' : `ほかの班も表示（${walk.hidden}戸）`}
            </Button>
          ) : null}
          <Suspense>
            <WholeDays days={read} />
          </Suspense>
        </div>
      </div>
    </section>
  )
}

/** Where a company's part is missing the next opening would lack it, and what is just being sent is something else by then. */
const completenessOf = (days: readonly CompanysDay[], { next, later, left }: OwnWalk): Completeness => {
  const shown = [...(next === null ? [] : [next]), ...later.flatMap(({ visits }) => visits), ...left]
  if (days.some(({ failed }) => failed) || shown.some(({ sending }) => sending.length > 0)) return 'passing'
  return days.every(({ day }) => day !== null) ? 'whole' : 'not yet'
}

const nameWhereSeveral = (days: readonly CompanysDay[], company: CompanysDay['company']) => (days.length > 1 ? company.name : null)

const Unread = ({ days, onReadAgain }: { days: readonly CompanysDay[]; onReadAgain: () => void }) => {
  const failed = days.filter(day => day.failed)
  return failed.length === 0 ? null : (
    <Alert role="alert">
      <p>{failed.map(({ company }) => company.name).join('、')}の予定を読み込めませんでした。電波のよい場所でもう一度お試しください。</p>
      <Button onClick={onReadAgain}>もう一度読み込む</Button>
    </Alert>
  )
}
