import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../platform/request.ts'
import { t } from '../../platform/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { paths } from '../paths.ts'
import styles from './Shell.module.css'

interface Named {
  building_name: string
  name: string | null
  manage_no: string | null
}

/** Says which building and construction a room belongs to, and leads back (G-LAY-01). */
export const PropertyBand = ({ construction_id }: { construction_id: number }) => {
  const { data } = useQuery({
    queryKey: ['GET /api/constructions/:id', { params: { id: construction_id } }],
    queryFn: ({ signal }) =>
      call('GET /api/constructions/:id', { params: { id: construction_id } }, { silent: true, signal }) as Promise<{ construction: Named }>,
  })
  return (
    <div className={styles.band} data-testid="property-band">
      <Link className={styles.back} to={paths.construction(construction_id)}>
        <Icon name="chevron_left" size={16} />
        {t('shell.back_to_construction')}
      </Link>
      <strong>{data?.construction.building_name}</strong>
      <span>{data?.construction.name}</span>
      <span>{data?.construction.manage_no}</span>
    </div>
  )
}
