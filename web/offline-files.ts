import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { chunkOf, chunksOf, everyPage, filesFrom, sitePages } from './built-files.ts'

/** The pages that open without a network: where a craftsman's day happens (feature 16). */
const offlinePages: ReadonlySet<string> = new Set([
  'login',
  'constructions',
  'construction',
  'working_process',
  'room',
  'common_area_images',
  'cash_list',
  'mypage',
])

/** An address that the server answers with the page and nothing else uses. */
const shellAddress = '/application-shell'
/** The same with the names of what a craftsman's own day needs: found one after the other, its files cost a third of the first second. */
export const dayShellAddress = `${shellAddress}/day`

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the service worker, with the names of the files it keeps: what those pages need, dialogs that are fetched late included. */
export const offlineFiles: Plugin = {
  name: 'offline-files',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const files = filesOf(bundle)
    const version = createHash('sha256').update(files.toSorted().join()).digest('hex').slice(0, 16)
    const applicationFiles = [
      ...files.map(file => ({ url: `/${file}`, revision: null })),
      { url: shellAddress, revision: version },
      { url: dayShellAddress, revision: version },
      { url: '/icon.svg', revision: version },
    ]
    await build({
      configFile: false,
      logLevel: 'warn',
      define: {
        applicationFiles: JSON.stringify(applicationFiles),
        shellAddress: JSON.stringify(shellAddress),
        dayShellAddress: JSON.stringify(dayShellAddress),
      },
      build: {
        outDir: dir ?? here('dist'),
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: here('src/service-worker/service-worker.ts'),
          output: { format: 'iife', entryFileNames: 'service-worker.js' },
        },
      },
    })
  },
}

/** What those pages fetch once they stand, and what leads from them to others: named by files that name every page. */
const fetchedAfter = ['src/app/office-routes.tsx']

/** The site map names every page: of those, only the ones that were asked for. Of them, also what is fetched late. */
const filesOf = (bundle: Rolldown.OutputBundle): string[] => {
  const pages = sitePages().filter(({ name }) => offlinePages.has(name))
  const missing = [...offlinePages].filter(name => !pages.some(page => page.name === name))
  if (missing.length > 0) throw new Error(`no such page in the site map: ${missing.join()}`)
  const entries = chunksOf(bundle).flatMap(({ isEntry, fileName }) => (isEntry ? [fileName] : []))
  const modules = [...everyPage, ...fetchedAfter, ...pages.flatMap(({ module, shell, routes }) => [...routes, shell, module])]
  const { scripts, styles } = filesFrom(
    bundle,
    [...entries, ...modules.map(module => chunkOf(bundle, module).fileName)],
    ({ imports, dynamicImports, isEntry, moduleIds }) =>
      isEntry || moduleIds.some(id => /\/web\/src\/app\/((office|site)-)?routes\.tsx$/.test(id))
        ? imports
        : [...imports, ...dynamicImports],
  )
  return [...scripts, ...styles]
}
