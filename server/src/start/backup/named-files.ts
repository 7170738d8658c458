import type pg from 'pg'
import { logoKey } from '../../clients/keep-logo.ts'

/** A file that the database names; of a logo it knows neither hash nor size. */
export interface NamedFile {
  key: string
  /** In hexadecimal. */
  sha256: string | null
  bytes: number | null
  /** Its row is gone, and its bytes wait to be removed. */
  isForgotten: boolean
}

/** Every file that the database names, by pages, so that ten million are no list in memory. As the owner: all clients. */
export const namedFiles = async function* (owner: pg.Client): AsyncGenerator<NamedFile> {
  let after = [0, 0]
  for (;;) {
    const { rows } = await owner.query<{ client_id: number; id: number; storage_key: string; sha256: string; byte_size: number }>(
      `select fi.client_id, fi.id, fi.storage_key, encode(fi.sha256, 'hex') as sha256, fi.byte_size::float8 as byte_size from files fi
       where (fi.client_id, fi.id) > ($1::bigint, $2::bigint) order by fi.client_id, fi.id limit 5000`,
      after,
    )
    for (const row of rows) yield { key: row.storage_key, sha256: row.sha256, bytes: row.byte_size, isForgotten: false }
    const last = rows.at(-1)
    if (last === undefined) break
    after = [last.client_id, last.id]
  }
  const { rows } = await owner.query<{ logo_path: string }>(`select cl.logo_path from clients cl where cl.logo_path is not null`)
  for (const { logo_path } of rows) yield { key: logoKey(logo_path), sha256: null, bytes: null, isForgotten: false }
}

/** Files whose rows are gone and whose bytes wait to be removed. A copy of the database that is older than that may name them. */
export const forgottenFiles = async (owner: pg.Client): Promise<NamedFile[]> =>
  (
    await owner.query<{ storage_key: string }>(
      `select btr.storage_key from bytes_to_remove btr
       where not exists (select from files fi where fi.client_id = btr.client_id and fi.storage_key = btr.storage_key)`,
    )
  ).rows.map(({ storage_key }) => ({ key: storage_key, sha256: null, bytes: null, isForgotten: true }))
