import { loginTakenText } from '@toguchi/domain/accounts/labels'
import { invalid } from '../../platform/http/problem.ts'

/** What the timeline calls a user of a type. */
export const nounOf = (type: string) => (type === 'Craftsman' ? 'craftsmans' : 'staffs')

/** Fields of a user that only the erasable part of an event may hold (D-12). */
export const personalFields: ReadonlySet<string> = new Set(['name', 'email', 'phone', 'login_id'])

export const loginTaken = { logins_pkey: () => invalid({ login_id: [loginTakenText] }) }
