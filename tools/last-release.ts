import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The release that runs when this version comes (decision 098): both live with one schema. */
export interface LastRelease {
  /** `v1.2.3`; a tag of that name is at the commit. */
  version: string
  /** Its full hash; empty in the very commit that becomes the first release. */
  commit: string
  /** The last file of its db/migrations. */
  newestMigration: string
  /** The shape that its pg-boss gives the queues; it does not start with another one. */
  queueSchema: number
}

export const readLastRelease = (root: string): LastRelease =>
  JSON.parse(readFileSync(join(root, 'last-release.json'), 'utf8')) as LastRelease
