import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Written into a folder that bin/build made (tools/build-folder.ts): what it was made from. */
export const releaseFile = 'release.json'

/** The pages of a built folder; null in a checkout, which builds them itself. */
export const builtWeb = (root: string): string | null => (existsSync(join(root, releaseFile)) ? join(root, 'web/dist') : null)
