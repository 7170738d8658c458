import { type RoleId, roleIds } from '@toguchi/domain/access/actor'
import { paths } from '../../site/paths.ts'

const { admin, operator, resident } = roleIds

/** Where the logo leads (specification section 2, G-LAY-15). */
export const logoTarget = (user: { role_id: RoleId; name: string | null } | null): string => {
  if (user === null) return paths.login()
  if (user.role_id === admin || user.role_id === operator) return paths.admins_top()
  if (user.role_id === resident) return user.name ? paths.resident_top() : paths.resident_edit()
  return paths.constructions()
}

/** Where the button of the error page leads (specification section 2). */
export const errorHome = (user: { role_id: RoleId } | null): string => {
  if (user === null) return paths.login()
  if (user.role_id === admin || user.role_id === operator) return paths.admins_top()
  return user.role_id === resident ? paths.resident_top() : paths.constructions()
}
