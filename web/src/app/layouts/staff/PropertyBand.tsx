import { useQuery } from '@tanstack/react-query'
import { q } from '../../../platform/api/api.ts'
import { t } from '../../../platform/i18n.ts'
import { paths } from '../../../site/paths.ts'
import { BackLink } from './BackLink.tsx'
import styles from './PropertyBand.module.css'

/** Says which building and construction a room belongs to, and leads back (G-LAY-01). */
export const PropertyBand = ({ construction_id }: { construction_id: number }) => {
  const { data } = useQuery(q('GET /api/constructions/:id', { params: { id: construction_id } }, { silent: true }))
  return (
    <nav className={styles.band} aria-label="工事" data-testid="property-band">
      <BackLink to={paths.construction(construction_id)}>{t('shell.back_to_construction')}</BackLink>
      <strong>{data?.construction.building_name}</strong>
      <span>{data?.construction.name}</span>
      <span>{data?.construction.manage_no}</span>
    </nav>
  )
}
