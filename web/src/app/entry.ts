import { type MiddlewareFunction, redirect } from 'react-router'
import { hostClient } from '../platform/api/request.ts'
import { chosenClient, storedStrategy } from '../platform/session/credentials.ts'
import { authStrategies, currentUser, refreshUser, sessionExpired, type SessionUser } from '../platform/session/session.ts'
import { t } from '../platform/i18n.ts'
import { toast } from '../platform/toast.ts'
import { type GuardName, guardOf, lacksClient, type Visit } from './guards.ts'
import { paths } from '../site/paths.ts'
import { chooserFor } from '../site/redirect.ts'

/** The name of the page on the screen; null until the first one stands. */
let present: string | null = null
export const arrivedAt = (page: string): void => {
  present = page
}

const reloaded = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
}

/** Runs a guard before its page (specification section 6): throws a redirect when the visitor may not enter. */
export const guarded =
  (name: GuardName, page: string): MiddlewareFunction =>
  async ({ request, params }, next) => {
    const guard = guardOf(name)
    const { pathname, search } = new URL(request.url)
    const visit = (user: SessionUser | null): Visit => ({
      user,
      params,
      address: pathname + search,
      page,
      previous: present,
      // Asked by one guard alone, and slow on a telephone.
      get reloaded() {
        return reloaded()
      },
    })
    const user = await currentUser()
    let target = guard(visit(user))
    // A craftsman may have been given a construction since signing in.
    if (target !== null && user?.role_id === 4) target = guard(visit(await refreshUser().catch(() => user)))
    // The address may be of another company that the same person works for (D-40).
    if (target !== null && user?.role_id === 4 && (await goesOnWhereLetIn(other => guard(visit(other)) === null))) target = null
    if (target !== null && user === null && name !== 'reject_direct_access' && sessionExpired())
      throw redirect(authStrategies[storedStrategy()].login)
    if (target !== null) throw redirect(target)
    if (user?.password_change_required && page !== paths.change_password() && name !== 'open') throw redirect(paths.change_password())
    if (user?.role_id === 4 && name !== 'open' && (await leftForCraftsmanHost(user, pathname + search))) await new Promise(() => {})
    await next()
  }

/** Late: nobody else needs what a craftsman's phone holds. */
const goesOnWhereLetIn = async (isLetIn: (user: SessionUser) => boolean): Promise<boolean> =>
  (await import('../platform/session/joined-accounts.ts')).becomeAccountLetIn(isLetIn)

/** A craftsman on the host of a client goes on where their application lives (D-40); asked once a document. */
const leftForCraftsmanHost = async (user: SessionUser, to: string): Promise<boolean> => {
  if (asked) return false
  asked = true
  // Nobody waits for the code and the settings where there is nowhere else to go.
  if ((hostClient() ?? 'www') === 'www') return false
  const { leadToCraftsmanHost } = await import('../accounts/signing-in/craftsman-host.ts')
  return leadToCraftsmanHost(user, to)
}
let asked = false

/** Before any page inside a client: admins and operators choose one first (G-ADM-02, G-ADM-03). */
export const clientChosen: MiddlewareFunction = async ({ request }, next) => {
  if (lacksClient(await currentUser(), chosenClient()?.cd ?? null)) {
    const { pathname, search } = new URL(request.url)
    // Nothing has failed, and at the desk over all clients, which stands where this leads (D-41), nothing needs to be said.
    if (pathname !== paths.desk()) toast.info(t('shell.notices'), t('error.no_schema'))
    throw redirect(chooserFor(pathname + search))
  }
  await next()
}
