import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Parts of react-router 8.5.1 that pages carry without ever running them, and what stands in their places. */
const replaced: readonly { ending: string; by: string }[] = [
  { ending: '/ssr/components.js', by: here('framework-mode.ts') },
  { ending: '/instrumentation.js', by: here('instrumentation.ts') },
]

/** Functions of it that only run when a form or a fetcher of its own submits or loads: pages send what they write themselves (platform/api). */
const neverCalled: readonly { ending: string; functions: readonly string[] }[] = [
  { ending: '/router/router.js', functions: ['handleAction', 'handleFetcherAction', 'handleFetcherLoader', 'fetch'] },
]
/** What would call them. */
const callers = /\b(Form|useSubmit|useFetchers?|useFormAction|useActionData)\b/

/** Components that nobody names, but that stay because their own names are written down beside them. */
const unnamed: readonly { ending: string; components: readonly string[] }[] = [
  { ending: '/dom/lib.js', components: ['Form', 'HistoryRouter'] },
]

/**
 * Leaves out of react-router what only its framework mode, its listeners, and its own forms use: 6 kB of every first load, and four hooks of
 * every link. A version of it that is built otherwise ends the build, and so does a page that uses what is left out: whoever takes it over
 * looks here first.
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
  transform(code, id) {
    if (/\/web\/src\/.*\.tsx?$/.test(id)) {
      const used = /import \{([^}]*)\} from 'react-router'/.exec(code)?.[1]?.match(callers)?.[0]
      if (used !== undefined) this.error(`${id} uses ${used} of react-router, which is left out: see web/router-parts/lean-router.ts`)
      return null
    }
    if (!/\/react-router\/dist\/production\/lib\//.test(id)) return null
    let lean = code
    const replace = (what: string, pattern: RegExp, by: string) => {
      if (pattern.test(lean)) met.add(what)
      lean = lean.replace(pattern, by)
    }
    for (const name of neverCalled.flatMap(({ ending, functions }) => (id.endsWith(ending) ? functions : [])))
      replace(
        name,
        new RegExp(`^\\tasync function ${name}\\([\\s\\S]*?\\n\\t}$`, 'm'),
        `\tasync function ${name}() { throw new Error('left out') }`,
      )
    for (const name of unnamed.flatMap(({ ending, components }) => (id.endsWith(ending) ? components : []))) {
      replace(name, new RegExp(`^${name}\\.displayName = .*$`, 'm'), '')
      lean = lean.replace(`const ${name} = React$1.forwardRef(`, `const ${name} = /* @__PURE__ */ React$1.forwardRef(`)
    }
    return lean === code ? null : { code: lean, map: null }
  },
  buildEnd(error) {
    const expected = [
      ...replaced.map(({ ending }) => ending),
      ...neverCalled.flatMap(({ functions }) => functions),
      ...unnamed.flatMap(({ components }) => components),
    ]
    const missing = expected.filter(name => !met.has(name))
    if (error === undefined && missing.length > 0)
      this.error(`react-router has no ${missing.join()} any more: see web/router-parts/lean-router.ts`)
  },
}
const met = new Set<string>()
