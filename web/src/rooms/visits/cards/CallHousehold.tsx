import { formatTelephone } from '@toguchi/domain/text/telephone'
import { Icon } from '../../../ui/icons/Icon.tsx'
import type { OwnVisit } from '../own-days.ts'
import styles from './CallHousehold.module.css'

/** Calls who lives there. */
export const CallHousehold = ({ visit: { name, resident } }: { visit: Pick<OwnVisit, 'name' | 'resident'> }) =>
  resident === null || resident.phone === null ? null : (
    <a
      className={styles.call}
      href={`tel:${resident.phone.replaceAll('-', '')}`}
      aria-label={`電話 ${name} ${resident.name ?? ''}様 ${formatTelephone(resident.phone)}`}
    >
      <Icon name="phone" size={24} />
      電話
    </a>
  )
