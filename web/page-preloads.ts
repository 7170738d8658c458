import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { readSitePages } from '../tools/first-load.ts'
import { paths } from './src/site/paths.ts'

/** Where the server finds, for the pattern of each address, what its page needs before it shows. */
export const preloadsFile = '.vite/preloads.json'

export interface PagePreloads {
  /** An address with `:x` in the place of every parameter: `/constructions/:x`. */
  pattern: string
  scripts: string[]
  styles: string[]
}

const texts = 'src/platform/locales/ja.ts'

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
      const chunks = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? [file] : []))
      const entry = chunks.find(({ isEntry }) => isEntry)
      const chunkOf = (module: string) => chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(`/web/${module}`)))
      const filesOf = (modules: readonly string[]) => {
        const [scripts, styles] = [new Set<string>(), new Set<string>()]
        const visit = (file: string) => {
          const chunk = bundle[file]
          if (chunk?.type !== 'chunk' || scripts.has(file)) return
          scripts.add(file)
          for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
          for (const imported of chunk.imports) visit(imported)
        }
        for (const module of modules) {
          const chunk = chunkOf(module)
          if (chunk === undefined) throw new Error(`${module} is in no file of the build`)
          visit(chunk.fileName)
        }
        return { scripts, styles }
      }
      // The HTML names the entry's own files already.
      const named = new Set([entry?.fileName, ...(entry?.imports ?? []), ...(entry?.viteMetadata?.importedCss ?? [])])
      const fresh = (files: ReadonlySet<string>) => [...files].filter(file => !named.has(file)).map(file => `/${file}`)
      const preloads = readSitePages(readFileSync(new URL('src/app/routes.tsx', import.meta.url), 'utf8')).flatMap(
        ({ name, module, shell }): PagePreloads[] => {
          const path = (paths as Readonly<Record<string, ((...parts: string[]) => string) | undefined>>)[name]
          if (path === undefined) return []
          const { scripts, styles } = filesOf([texts, shell, module])
          return [{ pattern: path(':x', ':x', ':x'), scripts: fresh(scripts), styles: fresh(styles) }]
        },
      )
      this.emitFile({ type: 'asset', fileName: preloadsFile, source: JSON.stringify(preloads) })
    },
  },
}
