import { loginTakenText } from '@toguchi/domain/accounts/labels'
import { connect } from '../../platform/database/pool.ts'
import { Problem } from '../../platform/http/problem.ts'
import { hashPassword } from '../../platform/secrets.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { namesOf } from '../passwords/own-names.ts'
import type { PlatformKind } from './platform-account-queries.ts'
import { addPlatformAccount } from './save-platform-account.ts'

export interface FirstAccount {
  databaseUrl: string
  kind: PlatformKind
  login_id: string
  name: string
  email: string
  password: string
}

/** Makes an administrator or operator from the command line: how production gets its first ones (D-20). Throws a sentence. */
export const createFirstAccount = async ({ databaseUrl, kind, password, ...account }: FirstAccount): Promise<void> => {
  const problem = newPasswordProblem(password, namesOf(account))
  if (problem !== null) throw new Error(`パスワード${problem}`)
  const pool = connect(databaseUrl, { max: 1 })
  try {
    const password_digest = await hashPassword(password)
    await pool.write(null, db => addPlatformAccount(db, 'system', kind, { ...account, password_digest })).catch(sayInWords)
  } finally {
    await pool.close()
  }
}

const sayInWords = (error: unknown): never => {
  throw error instanceof Problem && 'login_id' in error.fields ? new Error(loginTakenText) : error
}
