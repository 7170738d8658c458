import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatAuthenticationCode } from '@toguchi/domain/residents/authentication-code'
import { startPostgres } from '../server/src/embedded-postgres/embedded-postgres.ts'
import { applicationUrlOf } from '../server/src/migrate/app-login.ts'
import { connect } from '../server/src/platform/database/pool.ts'
import { rowsOf } from '../server/src/platform/database/rows.ts'
import { decrypt } from '../server/src/platform/secrets.ts'

export interface Letter {
  /** The path behind the printed QR. */
  path: string
  /** As printed: AB7K-9QXM. */
  code: string
}

interface Row {
  name: string
  client_uuid: string
  construction_uuid: string
  room_uuid: string
  ciphertext: Buffer
}

/**
 * What stands on the distribution sheets of a construction, by room name. Nobody but the printer ever sees the codes,
 * so they are read where they are kept, with the secret of the running trial.
 */
export const readLetters = async (constructionId: number): Promise<Map<string, Letter>> => {
  const dataDir = process.env.E2E_DATA_DIR ?? ''
  const secret = readFileSync(join(dataDir, 'secret-key'), 'utf8')
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
  const pool = connect(applicationUrlOf(postgres.url), { max: 1 })
  try {
    const clients = await pool.read(null, db => rowsOf<{ id: number }>(db, 'select id from clients order by id desc', []))
    for (const { id } of clients) {
      const rows = await pool.read(id, db => rowsOf<Row>(db, lettersOf, [constructionId]))
      if (rows.length === 0) continue
      return new Map(
        rows.map(({ name, client_uuid, construction_uuid, room_uuid, ciphertext }) => [
          name,
          {
            path: `/residents/clients/${client_uuid}/constructions/${construction_uuid}/rooms/${room_uuid}/authentication_code`,
            code: formatAuthenticationCode(decrypt({ secretKey: secret, previousSecretKey: null }, 'authentication code', ciphertext)),
          },
        ]),
      )
    }
    return new Map()
  } finally {
    await pool.close()
    await postgres.stop()
  }
}

const lettersOf = `
  select r.name, c.uuid as client_uuid, k.uuid as construction_uuid, r.uuid as room_uuid, a.ciphertext
  from rooms r
  join constructions k on k.client_id = r.client_id and k.id = r.construction_id
  join clients c on c.id = r.client_id
  join authentication_codes a on a.client_id = r.client_id and a.room_id = r.id
  where r.construction_id = $1 and r.client_id = nullif(current_setting('app.client_id', true), '')::bigint`
