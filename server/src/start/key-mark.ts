import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { codeOf } from '../platform/http/error-code.ts'
import { Refusal } from '../platform/refusal.ts'

/** The key that seals, and the one before it where it was changed. */
export interface SecretKeys {
  secretKey: string
  previousSecretKey: string | null
}

/** `new`: nobody has served this database yet. `changed`: it was served with the previous key. `unknown`: with neither. */
export type KeyMark = 'same' | 'new' | 'changed' | 'unknown'

const markOf = (key: string): Buffer => createHmac('sha256', key).update('toguchi: the key of this database').digest()

/** How the keys stand to the database that is served. Changes nothing; a schema without the table of marks is `new`. */
export const compareKeyMark = async (client: pg.Client, { secretKey, previousSecretKey }: SecretKeys): Promise<KeyMark> => {
  const rows = await client.query<{ mark: Buffer }>('select skm.mark from secret_key_mark skm').then(
    answer => answer.rows,
    (error: unknown) => {
      if (codeOf(error) === '42P01') return []
      throw error
    },
  )
  const mark = rows[0]?.mark
  if (mark === undefined) return 'new'
  if (mark.equals(markOf(secretKey))) return 'same'
  return previousSecretKey !== null && mark.equals(markOf(previousSecretKey)) ? 'changed' : 'unknown'
}

/** What to do about another key, for whoever starts the server or examines it. */
export const otherKey =
  'SECRET_KEY が、このデータベースに使われてきたものと違います。このままでは二段階認証・印刷した認証コード・返金先口座を読めません。元の値を指定してください。鍵を変えたのであれば、元の値を PREVIOUS_SECRET_KEY に指定してください。元の値を失ったときは docs/security.md の SECRET_KEY をご覧ください。'

/**
 * Before a server seals anything: the first one marks the database with its key, one that names the previous key marks it anew, and any
 * other is refused (decision 107). Of two that start at once the first marks, and both look.
 */
export const demandKeyMark = async (client: pg.Client, keys: SecretKeys): Promise<void> => {
  await client.query('insert into secret_key_mark (mark) values ($1) on conflict (is_only) do nothing', [markOf(keys.secretKey)])
  const state = await compareKeyMark(client, keys)
  if (state === 'unknown') throw new Refusal(`${otherKey} (SECRET_KEY is not the one that this database was served with.)`)
  if (state === 'changed') await client.query('update secret_key_mark set mark = $1, marked_at = app_now()', [markOf(keys.secretKey)])
}
