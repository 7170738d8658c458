import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { everyPage } from '../tools/first-load.ts'
import { chunkOf, chunksOf, filesFrom, sitePages } from './built-files.ts'

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
    const files = filesOf(bundle, module => this.getModuleInfo(module)?.dynamicallyImportedIds ?? [])
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

/** Modules that name every page, or the way to all of them: what they fetch late is asked for page by page. */
const namesPages = /\/web\/src\/(main|app\/((office|resident|site)-)?routes|app\/fetched-routes)\.tsx?$/

/** Behind the buttons of those pages: should one of them be missing, the build has followed another way than it should. */
const behindButtons = [
  'src/app/layouts/staff/navigation.tsx',
  'src/ui/unsent/UnsentModal.tsx',
  'src/ui/unsent/SignOutModal.tsx',
  'src/carried-days/carried-days.ts',
  'src/completion-reports/ReportModal.tsx',
  'src/rooms/absences/AbsenceModal.tsx',
]

/**
 * The site map names every page: of those, only the ones that were asked for. Of them, also what is fetched late, module by module: a file
 * that the site map shares with others would lead to every page.
 */
const filesOf = (bundle: Rolldown.OutputBundle, lateOf: (module: string) => readonly string[]): string[] => {
  const pages = sitePages().filter(({ name }) => offlinePages.has(name))
  const missing = [...offlinePages].filter(name => !pages.some(page => page.name === name))
  if (missing.length > 0) throw new Error(`no such page in the site map: ${missing.join()}`)
  const chunks = chunksOf(bundle)
  const entries = chunks.flatMap(({ isEntry, fileName }) => (isEntry ? [fileName] : []))
  const modules = [...everyPage, ...fetchedAfter, ...pages.flatMap(({ module, shell, routes }) => [...routes, shell, module])]
  const fileOf = new Map(chunks.flatMap(({ moduleIds, fileName }) => moduleIds.map(id => [id, fileName] as const)))
  const { scripts, styles } = filesFrom(
    bundle,
    [...entries, ...modules.map(module => chunkOf(bundle, module).fileName)],
    ({ imports, moduleIds }) => [
      ...imports,
      ...moduleIds
        .filter(id => !namesPages.test(id))
        .flatMap(lateOf)
        .flatMap(id => fileOf.get(id) ?? []),
    ],
  )
  for (const module of behindButtons)
    if (!scripts.has(chunkOf(bundle, module).fileName)) throw new Error(`${module} is not kept for days without a network`)
  return [...scripts, ...styles]
}
