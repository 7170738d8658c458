import { connect } from '../../platform/database/pool.ts'
import { hashPassword } from '../../platform/secrets.ts'
import { newPasswordProblem } from '../passwords/new-password.ts'
import { namesOf } from '../passwords/own-names.ts'
import { insertAdmin } from '../account-queries.ts'

export interface NewAdmin {
  databaseUrl: string
  login_id: string
  name: string
  email: string
  password: string
}

/** Makes a platform administrator from the command line: how production gets its first one (D-20). Throws a sentence. */
export const createAdmin = async ({ databaseUrl, password, ...admin }: NewAdmin): Promise<void> => {
  const problem = newPasswordProblem(password, namesOf(admin))
  if (problem !== null) throw new Error(`パスワード${problem}`)
  const pool = connect(databaseUrl, { max: 1 })
  try {
    const password_digest = await hashPassword(password)
    await pool.write(null, db => insertAdmin(db, { ...admin, password_digest }))
  } finally {
    await pool.close()
  }
}
