import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Parts of react-router 8.5.1 that pages carry without ever running them, and what stands in their places. */
const replaced: readonly { ending: string; by: string }[] = [
  { ending: '/ssr/components.js', by: here('framework-mode.ts') },
  { ending: '/instrumentation.js', by: here('instrumentation.ts') },
]

/**
 * Leaves out of react-router what only its framework mode and its listeners use: 3 kB of every first load, and four hooks of every link. A
 * version of it that is built otherwise ends the build: whoever takes it over looks here first.
 */
export const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  enforce: 'pre',
  buildStart() {
    met.clear()
  },
  resolveId(source, importer) {
    if (importer === undefined || !/\/react-router\/dist\/production\/lib\/(components|dom\/lib|router\/router)\.js$/.test(importer))
      return null
    const part = replaced.find(({ ending }) => source.endsWith(ending))
    if (part === undefined) return null
    met.add(part.ending)
    return part.by
  },
  buildEnd(error) {
    const missing = replaced.filter(({ ending }) => !met.has(ending))
    if (error === undefined && missing.length > 0)
      this.error(`react-router has no ${missing.map(({ ending }) => ending).join()} any more: see web/router-parts/lean-router.ts`)
  },
}
const met = new Set<string>()
