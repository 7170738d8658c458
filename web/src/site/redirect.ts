import { paths } from './paths.ts'

/** As much of a signed-in user as decides where home is. */
interface AtHome {
  role_id: number
  password_change_required?: boolean
}

/** Where a signed-in person's day begins (G-RES-17). */
export const homeOf = ({ role_id, password_change_required }: AtHome): string => {
  if (role_id === 1 || role_id === 5) return paths.admins_top()
  // The date first, whether anybody has a name yet or not (D-33).
  if (role_id === 6) return paths.resident_top()
  if (role_id === 4 && password_change_required) return paths.change_password()
  return paths.constructions()
}

/**
 * The address to open after signing in, when it is an internal path of ours (specification section 5, G-ACC-07); otherwise null.
 * Browsers drop tabs and line breaks from addresses and read `\` as `/`, so neither may occur.
 */
export const internalPath = (target: string | null): string | null => {
  if (target === null || !/^\/(?![/\\])/.test(target) || /[\\\p{Cc}]/u.test(target)) return null
  const [pathname = ''] = target.split(/[?#]/)
  return isLogin(pathname) ? null : target
}

/** Where a company is chosen; `wanted` is the page that opens then. */
export const chooserFor = (wanted: string): string => `${paths.admins_top()}?redirect=${encodeURIComponent(wanted)}`

/** Whether a page is of no company, for admins and operators: those that keep the companies, where one is chosen, the own account. */
export const isAboveClients = (address: string): boolean => /^\/(admins?|mypage)([/?]|$)/.test(address)

const isLogin = (pathname: string): boolean => {
  const path = pathname.replace(/\/+$/, '') || '/'
  return path === '/' || path.endsWith('/login') || path === paths.resident_logout() || path === paths.change_password()
}
