import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findSliceCircles, type Import } from './slice-circles.ts'

/** A wall that was walked through, and by which import. */
export interface Breach {
  wall: string
  from: string
  to: string
}

/** The wall that dependency-cruiser cannot see, since it is about slices and not about files. */
export const ladder = 'slices-form-a-ladder'

/** The import graph of a tree, judged by its .dependency-cruiser.cjs and by the ladder of its slices. */
export const cruise = (root: string): { breaches: Breach[]; modules: Set<string>; imports: Import[] } => {
  const folders = ['domain', 'server', 'web', 'tools', 'e2e', 'bench'].filter(folder => existsSync(join(root, folder)))
  const { stdout, stderr } = spawnSync('depcruise', [...folders, '--output-type', 'json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (!stdout.startsWith('{')) throw new Error(`depcruise: ${stderr}`)
  const { modules, summary } = JSON.parse(stdout) as Cruise
  const imports = modules.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
  return {
    breaches: [
      ...summary.violations.map(({ rule, from, to }) => ({ wall: rule.name, from, to })),
      ...findSliceCircles(imports).map(each => ({ wall: ladder, ...each })),
    ],
    modules: new Set(modules.map(({ source }) => source)),
    imports,
  }
}

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}
