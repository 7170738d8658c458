import { paths } from '../../../site/paths.ts'
import { TelephoneLink } from '../../../ui/TelephoneLink.tsx'
import { AccountLink } from '../../../ui/AccountLink.tsx'
import type { CompanysDay } from '../own-days.ts'
import styles from './OwnDay.module.css'

/** Of each construction its own list with all that is made of it, such as 当日集金表 and 不在票, and whom to call. */
export const WholeDays = ({ days }: { days: readonly NonNullable<CompanysDay['day']>[] }) =>
  days.flatMap(({ client, constructions, date, today }) =>
    constructions.map(({ id, building_name, emergency_phone_number: phone }) => (
      <p key={`${client.cd}/${id}`} className={styles.whole}>
        <span>{building_name}</span>
        <AccountLink company={client} to={`${paths.working_process(id)}${date === today ? '' : `?date=${date}`}`}>
          当日の作業一覧・集金表
        </AccountLink>
        {phone === null ? null : (
          <span>
            緊急連絡先 <TelephoneLink phone={phone} />
          </span>
        )}
      </p>
    )),
  )
