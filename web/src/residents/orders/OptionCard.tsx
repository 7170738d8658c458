import type { AnswerOf } from '../../platform/api/request.ts'
import { formatDayLong } from '@toguchi/domain/calendar/day'
import { Read } from '../../ui/plain/Read.tsx'
import { FactList } from '../parts/FactList.ts'
import styles from './OptionCard.module.css'

type Option = AnswerOf<'GET /api/residents/options'>['constructions_options'][number]

/** What an option is, how long it takes, until when it can be ordered and what it costs to step back (R8). A tap on its picture is one on its box. */
export const OptionCard = ({ option, until, boxId }: { option: Option; until: string | null; boxId?: string }) => {
  const { description, duration, cancellation_note, picture_url } = option
  if (description === null && duration === null && cancellation_note === null && picture_url === null) return null
  const facts = [
    ['作業時間の目安', duration],
    ['お申込みの締切', until === null ? null : `${formatDayLong(until)}まで`],
    ['キャンセルの費用', cancellation_note],
  ] as const
  const picture = (
    <img className={styles.picture} src={picture_url ?? ''} alt={`${option.option_name}の写真`} width={320} height={240} loading="lazy" />
  )
  return (
    <div className={styles.card}>
      {picture_url === null ? null : boxId === undefined ? picture : <label htmlFor={boxId}>{picture}</label>}
      {description === null ? null : <p className={styles.description}>{description}</p>}
      <FactList>
        <Read>
          {facts.map(([name, value]) =>
            value === null ? null : (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </Read>
      </FactList>
    </div>
  )
}
