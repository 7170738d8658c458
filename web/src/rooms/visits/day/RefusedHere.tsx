import type { Outgoing } from '../../../platform/outbox/outgoing.ts'
import { AccountLink } from '../../../ui/AccountLink.tsx'
import { Alert } from '../../../ui/Alert.ts'
import { Button } from '../../../ui/Button.tsx'
import { RefusedList } from '../../../ui/unsent/RefusedList.ts'
import { useCompanyOfRequest } from '../../../ui/unsent/use-company-of-request.ts'
import { unsentList } from '../../../ui/unsent/unsent-list.ts'
import styles from './OwnDay.module.css'

/** What the server did not take, of which room and why, with the way to it: nobody looks for it behind a badge. */
export const RefusedHere = ({ requests }: { requests: readonly Outgoing[] }) => (
  <Alert role="alert">
    <p>送信できなかったものがあります。端末に残っています。</p>
    <RefusedList>
      {requests.map(request => (
        <Refused key={request.id} request={request} />
      ))}
    </RefusedList>
    <Button onClick={() => unsentList.set(true)}>内容を確認する</Button>
  </Alert>
)

const Refused = ({ request }: { request: Outgoing }) => {
  const { company } = useCompanyOfRequest(request)
  const { page = null, place = null, title, refusal } = request
  const name = place === null ? title : `${place}　${title}`
  return (
    <li>
      {page === null || company === null ? (
        <b>{name}</b>
      ) : (
        <AccountLink company={company} to={page} className={styles.way}>
          {name}
        </AccountLink>
      )}
      {refusal === null ? '' : `：${refusal}`}
    </li>
  )
}
