// Exit code 0 when node_modules is what package-lock.json says. Runs under the system's own Node, so: plain JavaScript.
// npm writes node_modules/.package-lock.json last, so an interrupted installation never looks finished.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [root] = process.argv.slice(2)

const packagesOf = file => {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

const wanted = packagesOf('package-lock.json')
const installed = packagesOf('node_modules/.package-lock.json')

const isInstalled = (path, { version, optional, devOptional, link }) => {
  const found = installed[path]
  // npm leaves out what is for another system.
  if (found === undefined) return Boolean(optional || devOptional)
  return link ? found.link === true : found.version === version
}

const same =
  wanted !== undefined &&
  installed !== undefined &&
  Object.entries(wanted).every(([path, entry]) => !path.includes('node_modules/') || isInstalled(path, entry)) &&
  Object.keys(installed).every(path => path in wanted)
process.exit(same ? 0 : 1)
