import { type RoleId, roleIds } from '@toguchi/domain/access/actor'
import { homeOf, internalPath } from '../site/redirect.ts'
import { paths } from '../site/paths.ts'

/** The signed-in person, as far as guards ask. */
export interface Visitor {
  role_id: RoleId
  name: string | null
  contractor_id?: number | null
  subcontract_contractor_ids?: readonly number[]
  construction_ids?: readonly number[]
  can_register_staff?: boolean
  password_change_required?: boolean
  date_only?: boolean
}

/** One attempt to enter a page. */
export interface Visit {
  user: Visitor | null
  /** The parameters of the route, as they stand in the address. */
  params: Readonly<Record<string, string | undefined>>
  /** Path and search of the page. */
  address: string
  /** The page's name (its route pattern) and the one before it; null on the first page of this document. */
  page: string
  previous: string | null
  /** Whether this document was reloaded. */
  reloaded: boolean
}

/** Where a visitor is sent instead, or null when they may enter. Pure, so that links can ask before anybody clicks. */
export type Guard = (visit: Visit) => string | null

const { admin, staffAdmin, staff, craftsman, operator, resident } = roleIds

const needsLogin: ReadonlySet<string> = new Set([paths.resident_options(), paths.resident_orders()])

const guestsGoTo =
  (login: string, guard: (user: Visitor, visit: Visit) => string | null): Guard =>
  visit =>
    visit.user === null ? login : guard(visit.user, visit)
/** Guests sign in first and come back to where they wanted to go (G-ACC-20). */
const afterLogin =
  (guard: (user: Visitor, visit: Visit) => string | null): Guard =>
  visit =>
    visit.user === null ? `${paths.login()}?redirect=${encodeURIComponent(visit.address)}` : guard(visit.user, visit)

const allow = (roles: readonly RoleId[], otherwise: string) => (user: Visitor) => (roles.includes(user.role_id) ? null : otherwise)
const isOneOf = (id: string | undefined, ids: readonly (number | null | undefined)[]) =>
  id !== undefined && ids.some(own => String(own) === id)

const adminArea = (roles: readonly RoleId[]): Guard => guestsGoTo(paths.admins_login(), allow(roles, paths.admins_login()))

/** The guards of specification section 6 by their names; G-ACC-21 says which rule each one stands for. */
export const guards = {
  admin_and_operator_authenticated: adminArea([admin, operator]),
  admin_authenticated: adminArea([admin]),
  craftsman_authenticated: afterLogin((user, { params: { contractor_id } }) =>
    user.role_id === craftsman && (contractor_id === undefined || isOneOf(contractor_id, [user.contractor_id]))
      ? null
      : paths.constructions(),
  ),
  except_resident_and_craftsman_authenticated: afterLogin(allow([admin, staffAdmin, staff, operator], paths.constructions())),
  except_resident_and_operator_authenticated: afterLogin((user, { params: { contractor_id } }) => {
    if (user.role_id !== craftsman) return allow([admin, staffAdmin, staff], paths.constructions())(user)
    return isOneOf(contractor_id, [user.contractor_id, ...(user.subcontract_contractor_ids ?? [])]) ? null : paths.constructions()
  }),
  except_resident_authenticated: afterLogin(allow([admin, staffAdmin, staff, craftsman, operator], paths.login())),
  register_staff_authenticated: afterLogin(user =>
    user.can_register_staff ? null : allow([admin, staffAdmin], paths.constructions())(user),
  ),
  /** Pages that only follow from another page; a reload is not a new entry (G-ACC-22). */
  reject_direct_access: ({ page, previous, reloaded }) => ((previous === null ? reloaded : previous !== page) ? null : paths.not_found()),
  resident_authenticated: guestsGoTo(paths.resident_logout(), (user, { page }) => {
    if (user.role_id !== resident) return paths.not_found()
    // The code alone in a dwelling that has a login orders nothing; the page of the data says how to go on (D-33).
    return user.date_only === true && needsLogin.has(page) ? paths.resident_edit() : null
  }),
  staff_admin_authenticated: afterLogin(allow([admin, staffAdmin], paths.constructions())),
  staff_authenticated: afterLogin(allow([admin, staffAdmin, staff], paths.constructions())),
  user_and_assigned_craftsman_authenticated: afterLogin((user, { params: { id, construction_id } }) => {
    if (user.role_id !== craftsman) return allow([admin, staffAdmin, staff, operator], paths.login())(user)
    return isOneOf(construction_id ?? id, user.construction_ids ?? []) ? null : paths.constructions()
  }),
  user_authenticated: afterLogin(allow([admin, staffAdmin, staff, operator], paths.login())),

  /** Login pages: who is signed in goes home (G-RES-17). Not among the thirteen names. */
  guest_of_users: ({ user, address }) => {
    if (user === null) return null
    const { searchParams } = new URL(address, 'https://any')
    // The page itself looks at whose token it is (D-40).
    if (searchParams.has('one_time_token')) return null
    const wanted = user.role_id === craftsman && user.password_change_required !== true ? internalPath(searchParams.get('redirect')) : null
    return wanted ?? homeOf(user)
  },
  guest_of_platform: ({ user }) => (user !== null && (user.role_id === admin || user.role_id === operator) ? homeOf(user) : null),
  /** Whoever came by the code alone may sign in for the rest. */
  guest_of_residents: ({ user }) => (user?.role_id === resident && user.date_only !== true ? homeOf(user) : null),
  open: () => null,
} as const satisfies Record<string, Guard>

export type GuardName = keyof typeof guards

/** Whether a name of the site map has a rule; one without is a fault of ours, a 500 (specification section 8). */
export const guardOf = (name: string): Guard => {
  if (!Object.hasOwn(guards, name)) throw Object.assign(new Error(`unknown middleware: ${name}`), { statusCode: 500 })
  return guards[name as GuardName]
}

/** Admins and operators must have chosen a client before any page inside one (G-ADM-02). */
export const lacksClient = (user: Visitor | null, chosen: string | null): boolean =>
  user !== null && (user.role_id === admin || user.role_id === operator) && !chosen
