import { globSync } from 'node:fs'
import { dirname } from 'node:path'

/** As many as one reads at a glance; a folder that needs more holds two nouns. */
export const mostFiles = 18

/** Folders that hold more files than that, tests left out and styles counted: `web/src/rooms: 19 files, …`. */
export const findFolderFaults = (root: string): string[] => {
  const files = globSync('{domain,server,web}/src/**/*.{ts,tsx,css}', { cwd: root }).filter(file => !/\.test\.tsx?$/.test(file))
  const counts = Map.groupBy(files, file => dirname(file))
  return [...counts.entries()]
    .filter(([, inside]) => inside.length > mostFiles)
    .map(([folder, inside]) => `${folder}: ${inside.length} files, at most ${mostFiles}; make a folder of one of its nouns`)
    .toSorted()
}
