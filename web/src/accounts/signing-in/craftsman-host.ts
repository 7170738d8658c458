import { configuration } from '../../platform/session/configuration.ts'
import type { SessionUser } from '../../platform/session/session.ts'
import { send } from '../../platform/api/request.ts'

/** Where the application of craftsmen lives (D-40), as seen from the host of a client; null there, and where one host serves everybody. */
export const craftsmanHost = (template: string, origin: string): string | null => {
  const [before, after, ...rest] = template.split('{client}')
  if (before === undefined || after === undefined || rest.length > 0) return null
  const host = template.replace('{client}', 'www')
  const isOfClient = origin !== host && origin.startsWith(before) && origin.endsWith(after) && origin.length > before.length + after.length
  return isOfClient ? host : null
}

/** As the address says whose link it is: the person there may be in already. */
const nameOf = ({ id, client }: SessionUser): string => `${client?.cd ?? ''}/${id}`

/**
 * Leads a craftsman who is signed in on the host of a client to the same page on the craftsmen's host, by a one-time token. Says whether
 * the page is being left: not where something waits here to be sent, nor where the server cannot be reached.
 */
export const leadToCraftsmanHost = async (user: SessionUser, to: string): Promise<boolean> => {
  if (user.role_id !== 4 || user.password_change_required === true) return false
  try {
    // Late: nobody else who signs in needs what a craftsman's phone holds.
    const { outbox } = await import('../../platform/outbox/outgoing.ts')
    if (outbox.get().length > 0) return false
    const host = craftsmanHost((await configuration()).api_host_template, location.origin)
    if (host === null) return false
    const { one_time_token } = await send('POST /api/users/one_time_tokens', { body: {} }, { errors: 'nobody', silent: true })
    location.replace(`${host}/?${String(new URLSearchParams({ one_time_token, account: nameOf(user), redirect: to }))}`)
    return true
  } catch {
    return false
  }
}

/** Whether who is signed in here is, or may go on as, the account that a link from another host is of. Nothing else replaces a session. */
export const goOnAsLinked = async (user: SessionUser, account: string | null): Promise<boolean> => {
  if (account === null || user.role_id !== 4) return false
  if (account === nameOf(user)) return true
  const cd = account.slice(0, account.indexOf('/'))
  const { becomeAccount } = await import('../../platform/session/joined-accounts.ts')
  const { findJoinedSession } = await import('../../platform/session/joined-sessions.ts')
  return String(findJoinedSession(cd)?.user.id) === account.slice(cd.length + 1) && becomeAccount(cd)
}
