import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/**
 * The folders below `root` of all packages that a workspace needs while it runs, found as Node finds them; what npm left out for another
 * system is left out here, too. Workspaces themselves are not among them.
 */
export const productionPackages = (root: string, workspace: string, isLeftOut: (name: string) => boolean): string[] => {
  const found = new Set<string>()
  const visit = (folder: string) => {
    const { dependencies, optionalDependencies, peerDependencies } = readManifest(folder)
    for (const name of Object.keys({ ...peerDependencies, ...dependencies, ...optionalDependencies })) {
      if (isLeftOut(name)) continue
      const place = findPackage(root, folder, name)
      if (place === undefined) {
        if (dependencies?.[name] !== undefined && optionalDependencies?.[name] === undefined)
          throw new Error(`${name} of ${folder} is not installed`)
        continue
      }
      if (found.has(place)) continue
      found.add(place)
      visit(place)
    }
  }
  visit(join(root, workspace))
  return [...found].map(place => relative(root, place)).toSorted()
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** In the nearest node_modules above. */
const findPackage = (root: string, from: string, name: string): string | undefined => {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return place
  }
  return undefined
}
