import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPrograms } from '../../embedded-postgres/programs.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Where PostgreSQL 18 stands on machines that run it themselves: Debian's packages, and our own image. */
const usual = ['/usr/lib/postgresql/18', '/opt/postgresql']

/** The folder with bin/ of a PostgreSQL 18: `POSTGRES_PROGRAMS`, else what npm installed, else the usual places. Throws a Refusal. */
export const findServerPrograms = (named: string | undefined): string => {
  if (named !== undefined && named !== '') {
    if (hasServer(named)) return named
    throw new Refusal(`POSTGRES_PROGRAMS の ${named} に bin/postgres がありません。(No bin/postgres there.)`)
  }
  const installed = usual.find(hasServer)
  try {
    return findPrograms()
  } catch (error) {
    if (!(error instanceof Refusal) || installed !== undefined) return installed ?? throwing(error)
    throw new Refusal(
      'PostgreSQL 18 のプログラムが見つかりません。bin/postgres のあるフォルダーを POSTGRES_PROGRAMS に指定してください。(No PostgreSQL 18 here; set POSTGRES_PROGRAMS.)',
    )
  }
}

const throwing = (error: unknown): never => {
  throw error
}

const hasServer = (folder: string): boolean => existsSync(join(folder, 'bin/postgres'))
