import { useQueries } from '@tanstack/react-query'
import { q } from '../../platform/api/api.ts'
import { accountOf, joinedSessions } from '../../platform/session/joined-sessions.ts'
import { useStore } from '../../platform/use-store.ts'
import { paths } from '../../site/paths.ts'
import { AccountLink } from '../../ui/AccountLink.tsx'
import { ConstructionStatusBadge } from '../constructions.tsx'
import styles from './OtherCompanies.module.css'

/** A craftsman's works at the other companies that the same person works for (D-40), each opened by the account there. */
export const OtherCompanies = () => {
  const sessions = useStore(joinedSessions)
  const reads = useQueries({
    queries: sessions.map(session =>
      q('GET /api/constructions', { query: { exclude_pagination: true } }, { silent: true, errors: 'caller', as: accountOf(session) }),
    ),
  })
  return sessions.map(({ client }, at) => {
    const constructions = reads[at]?.data?.flat_constructions
    return (
      <section key={client.cd} className={styles.company} aria-label={client.name}>
        <h3>{client.name}</h3>
        {reads[at]?.isError === true && constructions === undefined ? (
          <p>工事を読み込めませんでした。電波のよい場所で、ページを開き直してください。</p>
        ) : constructions?.length === 0 ? (
          <p>担当の工事はありません。</p>
        ) : (
          <ul>
            {constructions?.map(({ id, building_name, name, status }) => (
              <li key={id}>
                <AccountLink company={client} to={paths.construction(id)} className={styles.construction}>
                  <strong>{building_name}</strong>
                  <span>{name}</span>
                </AccountLink>
                <ConstructionStatusBadge status={status} />
              </li>
            ))}
          </ul>
        )}
      </section>
    )
  })
}
