import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '../../platform/api.ts'
import { t } from '../../platform/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { paths } from '../../site/paths.ts'
import styles from './Shell.module.css'

/** Says which building and construction a room belongs to, and leads back (G-LAY-01). */
export const PropertyBand = ({ construction_id }: { construction_id: number }) => {
  const { data } = useQuery(q('GET /api/constructions/:id', { params: { id: construction_id } }, { silent: true }))
  return (
    <nav className={styles.band} aria-label="工事" data-testid="property-band">
      <Link className={styles.back} to={paths.construction(construction_id)}>
        <Icon name="chevron_left" size={16} />
        {t('shell.back_to_construction')}
      </Link>
      <strong>{data?.construction.building_name}</strong>
      <span>{data?.construction.name}</span>
      <span>{data?.construction.manage_no}</span>
    </nav>
  )
}
