import { rm } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { chunkOf, filesFrom, sitePages } from './built-files.ts'
import type { FirstPaint } from './src/app/first-paint.tsx'
import { dayShellAddress } from './offline-files.ts'
import { paths } from './src/site/paths.ts'
import { dividedPages, everyPage, takeOverModule } from '../tools/first-load.ts'

/** Where the server finds, for the pattern of each address, what its page needs before it shows. */
export const preloadsFile = '.vite/preloads.json'

export interface PagePreloads {
  /** An address with `:x` in the place of every parameter: `/constructions/:x`. */
  pattern: string
  scripts: string[]
  styles: string[]
  /** Whether something may be shown in them before any script of the application has run: what a phone showed last (decision 109). */
  showsInStyles: boolean
  /**
   * What it shows before any script of the application has run, and to whom, with what that needs; pages that begin empty have none
   * (decision 088).
   */
  firstPaint: (Pick<FirstPaint, 'audience' | 'markup'> & { styles: string[]; scripts: string[] }) | null
}

/**
 * Read by Chromium (explicit compile hints): it compiles the whole file beside the page's own thread while it arrives. Left out, a telephone
 * in a cellar compiles function after function in that thread: a third of all it does until the first room stands there.
 */
const compiledAtOnce = '//# allFunctionsCalledOnLoad'

/** What a craftsman's own day asks for once it runs: the day itself, and what stands in for the server. */
const ofTheDay = ['src/rooms/visits/day/OwnDay.tsx', 'src/platform/offline/kept-answers.ts', takeOverModule]

/**
 * Writes down for every page of the site map the files that its entry would ask for only after it has run itself, so that the server can
 * name them in that page's HTML: one trip less before the first picture, and none for what another page needs.
 */
export const pagePreloads: Plugin = {
  name: 'page-preloads',
  apply: 'build',
  generateBundle: {
    // After Vite has taken out the files that held nothing but styles.
    order: 'post',
    async handler(_options, bundle) {
      const painted = await firstPaints()
      const entry = chunkOf(bundle, 'src/main.ts')
      // What the first sight shows is asked for by the entry (decision 114).
      for (const file of filesFrom(bundle, [entry.fileName]).scripts) {
        const chunk = bundle[file]
        if (chunk?.type === 'chunk' && chunk.moduleIds.some(id => /node_modules[\\/]react[\\/]/.test(id)))
          throw new Error('the entry waits for React: something in it imports react')
      }
      // The HTML names the entry's own files already.
      const named = new Set([entry.fileName, ...entry.imports, ...(entry.viteMetadata?.importedCss ?? [])])
      const fresh = (files: ReadonlySet<string>) => [...files].filter(file => !named.has(file)).map(file => `/${file}`)
      const preloadsFor = (pattern: string, modules: readonly string[], shell: string): PagePreloads => {
        const first = painted.find(each => each.pattern === pattern)
        const needed = [...modules, ...(first === undefined ? [] : [takeOverModule])].map(each => chunkOf(bundle, each).fileName)
        const { scripts, styles } = filesFrom(bundle, needed)
        return {
          pattern,
          scripts: fresh(scripts),
          styles: fresh(styles),
          showsInStyles: pattern === dayShellAddress,
          firstPaint: first === undefined ? null : paintOf(first, needed, shell),
        }
      }
      const paintOf = ({ audience, markup, hasTextsToCome }: FirstPaint, needed: string[], shell: string) => {
        // A frame needs its shell's alone.
        const shown = audience === 'member' && !hasTextsToCome ? [chunkOf(bundle, shell).fileName] : needed
        const painter = hasTextsToCome ? [chunkOf(bundle, 'src/app/ahead/paint-ahead.ts').fileName] : []
        return { audience, markup, styles: fresh(filesFrom(bundle, shown).styles), scripts: fresh(filesFrom(bundle, painter).scripts) }
      }
      const pages = sitePages()
      const preloads = pages.flatMap(({ name, module, shell, routes, beside }): PagePreloads[] => {
        const path = (paths as Readonly<Record<string, ((...parts: string[]) => string) | undefined>>)[name]
        if (path === undefined) return []
        // Of a divided page nobody knows yet which half it will be: whoever sees the sidebar beside it asks a moment later.
        const atOnce = beside === undefined || dividedPages.has(name) ? [] : [beside]
        return [preloadsFor(path(':x', ':x', ':x'), [...everyPage, ...routes, shell, module, ...atOnce], shell)]
      })
      // Opened from the device itself it asks nobody who is there: only craftsmen carry it.
      const day = pages.find(({ name }) => name === 'constructions')
      if (day === undefined) throw new Error('the site map has no page of constructions')
      const dayPreloads = preloadsFor(dayShellAddress, [...everyPage, ...day.routes, day.shell, day.module, ...ofTheDay], day.shell)
      preloads.push(dayPreloads)
      for (const name of [...named, ...dayPreloads.scripts.map(file => file.slice(1))]) {
        const chunk = bundle[name]
        if (chunk?.type === 'chunk') chunk.code = `${compiledAtOnce}\n${chunk.code}`
      }
      this.emitFile({ type: 'asset', fileName: preloadsFile, source: JSON.stringify(preloads) })
    },
  },
}

/** Renders the pages that arrive as HTML, with the names of styles that the build itself gives. */
const firstPaints = async (): Promise<FirstPaint[]> => {
  const folder = fileURLToPath(new URL(`../.cache/first-paint.${process.pid}/`, import.meta.url))
  try {
    await build({
      configFile: false,
      root: fileURLToPath(new URL('.', import.meta.url)),
      logLevel: 'warn',
      plugins: [react()],
      css: { transformer: 'lightningcss' },
      build: { ssr: 'src/app/first-paint.tsx', outDir: folder, emptyOutDir: true, copyPublicDir: false },
      ssr: { noExternal: true },
    })
    // What the modules ask of a browser while they are loaded: nobody is there yet, and nothing is kept.
    const empty = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
    Object.assign(globalThis, { localStorage: empty, sessionStorage: empty, location: new URL('http://page.invalid/') })
    const module = (await import(pathToFileURL(`${folder}first-paint.js`).href)) as { firstPaints: () => Promise<FirstPaint[]> }
    return await module.firstPaints()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
