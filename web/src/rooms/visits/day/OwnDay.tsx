import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../site/paths.ts'
import { outbox } from '../../../platform/outbox/outbox.ts'
import { useStore } from '../../../platform/store.ts'
import { Alert } from '../../../ui/Alert.ts'
import { Button } from '../../../ui/Button.tsx'
import { TelephoneLink } from '../../../ui/TelephoneLink.tsx'
import { dateParameter } from '../date-of-room.ts'
import { type CompanysDay, useOwnDays } from '../own-days.ts'
import { DayHead } from './DayHead.tsx'
import { LaterVisit } from '../cards/LaterVisit.tsx'
import { LeftVisits } from './LeftVisits.tsx'
import { NextVisit } from '../cards/NextVisit.tsx'
import { NothingToDo } from './NothingToDo.tsx'
import { ownWalk } from './own-walk.ts'
import styles from './OwnDay.module.css'

const crewParameter = 'day.crew'

export const dateOfAddress = (search: URLSearchParams): string | null => search.get(dateParameter)

/** A craftsman's day at all companies, in the order in which it is walked, the next door first (D-44). */
export const OwnDay = () => {
  const [search, setSearch] = useSearchParams()
  const { days, readAgain } = useOwnDays(dateOfAddress(search))
  const requests = useStore(outbox)
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
  const goTo = (date: string) => turn(dateParameter, date === first?.today ? null : date)
  return (
    <section className={styles.day} data-testid="own-day" aria-label="作業の予定">
      {first === undefined ? null : <DayHead days={read} walk={walk} onDate={goTo} />}
      <Unread days={days} onReadAgain={readAgain} />
      {first !== undefined && walk.next === null && walk.later.length === 0 ? (
        <NothingToDo days={read} isToday={isToday} walk={walk} onDate={goTo} />
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
          <LeftVisits visits={walk.left} />
          {all || walk.hidden > 0 ? (
            <Button onClick={() => turn(crewParameter, all ? null : 'all')}>
              {all ? '自分の班だけ表示' : `ほかの班も表示（${walk.hidden}戸）`}
            </Button>
          ) : null}
          <WholeDays days={read} />
        </div>
      </div>
    </section>
  )
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

/** Of each construction its own list with all that is made of it, such as 当日集金表 and 不在票, and whom to call. */
const WholeDays = ({ days }: { days: readonly NonNullable<CompanysDay['day']>[] }) =>
  days.flatMap(({ client, constructions, date, today }) =>
    constructions.map(({ id, building_name, emergency_phone_number: phone }) => (
      <p key={`${client.cd}/${id}`} className={styles.whole}>
        <span>{building_name}</span>
        <Link to={`${paths.working_process(id)}${date === today ? '' : `?date=${date}`}`}>当日の作業一覧・集金表</Link>
        {phone === null ? null : (
          <span>
            緊急連絡先 <TelephoneLink phone={phone} />
          </span>
        )}
      </p>
    )),
  )
