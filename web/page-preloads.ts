import type { Plugin } from 'vite'
import { chunkOf, chunksOf, filesFrom, sitePages, texts } from './built-files.ts'
import { dayShellAddress } from './offline-files.ts'
import { paths } from './src/site/paths.ts'

/** Where the server finds, for the pattern of each address, what its page needs before it shows. */
export const preloadsFile = '.vite/preloads.json'

export interface PagePreloads {
  /** An address with `:x` in the place of every parameter: `/constructions/:x`. */
  pattern: string
  scripts: string[]
  styles: string[]
}

/** What a craftsman's own day asks for once it runs: the day itself, and what stands in for the server. */
const ofTheDay = ['src/rooms/visits/day/OwnDay.tsx', 'src/platform/offline/kept-answers.ts', 'src/ui/unsent/Unsent.tsx']

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
    handler(_options, bundle) {
      const entry = chunksOf(bundle).find(({ isEntry }) => isEntry)
      // The HTML names the entry's own files already.
      const named = new Set([entry?.fileName, ...(entry?.imports ?? []), ...(entry?.viteMetadata?.importedCss ?? [])])
      const fresh = (files: ReadonlySet<string>) => [...files].filter(file => !named.has(file)).map(file => `/${file}`)
      const preloadsFor = (pattern: string, modules: readonly string[]): PagePreloads => {
        const { scripts, styles } = filesFrom(
          bundle,
          modules.map(each => chunkOf(bundle, each).fileName),
        )
        return { pattern, scripts: fresh(scripts), styles: fresh(styles) }
      }
      const pages = sitePages()
      const preloads = pages.flatMap(({ name, module, shell }): PagePreloads[] => {
        const path = (paths as Readonly<Record<string, ((...parts: string[]) => string) | undefined>>)[name]
        if (path === undefined) return []
        return [preloadsFor(path(':x', ':x', ':x'), [texts, shell, module])]
      })
      // Opened from the device itself it asks nobody who is there: only craftsmen carry it.
      const day = pages.find(({ name }) => name === 'constructions')
      if (day === undefined) throw new Error('the site map has no page of constructions')
      preloads.push(preloadsFor(dayShellAddress, [texts, day.shell, day.module, ...ofTheDay]))
      this.emitFile({ type: 'asset', fileName: preloadsFile, source: JSON.stringify(preloads) })
    },
  },
}
