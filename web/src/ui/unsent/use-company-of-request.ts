import type { Outgoing } from '../../platform/outbox/outbox.ts'
import { joinedSessions } from '../../platform/session/joined-sessions.ts'
import { useUser } from '../../platform/session/use-user.ts'
import { useStore } from '../../platform/use-store.ts'

interface CompanyOfRequest {
  /** Null where nobody of it is signed in. */
  company: { cd: string; name: string } | null
  /** Whoever works for one alone need not be told which. */
  isOneOfSeveral: boolean
}

/** For which of the person's companies a request waits. */
export const useCompanyOfRequest = ({ client }: Pick<Outgoing, 'client'>): CompanyOfRequest => {
  const user = useUser()
  const joined = useStore(joinedSessions).map(session => session.client)
  const own = user?.client?.cd === client ? { cd: client, name: user.client.name ?? '' } : null
  return { company: own ?? joined.find(({ cd }) => cd === client) ?? null, isOneOfSeveral: joined.length > 0 }
}
