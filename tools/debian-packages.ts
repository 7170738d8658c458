import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Refusal } from '../server/src/platform/refusal.ts'

export const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Servers stand where an ordinary user's PATH does not lead. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'].map(folder => join(folder, name)).find(isProgram)

/** The program, installed as root on Debian where it is missing. Throws a Refusal that says what to install. */
export const demandProgram = (name: string, package_: string): string => {
  if (findProgram(name) === undefined && mayInstall()) installPackages([package_])
  const program = findProgram(name)
  if (program !== undefined) return program
  throw new Refusal(
    `このテストには ${name} が必要です。sudo apt-get install ${package_} を実行してください。(Install ${package_}: this test needs ${name}.)`,
  )
}

export const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

export const installPackages = (wanted: string[]): void => {
  console.log(`apt: ${wanted.join(' ')} をインストールしています… (installing)`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...wanted],
  ])
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
}
