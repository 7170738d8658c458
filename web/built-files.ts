import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { type BuiltModules, readSitePages } from '../tools/first-load.ts'

/** What the file of a module, and all that it imports, is made of. */
export interface BuiltFiles {
  scripts: Set<string>
  styles: Set<string>
}

/** Read by the script that measures what a page downloads first. */
const builtModulesFile = '.vite/modules.json'

export const sitePages = () => readSitePages(fileURLToPath(new URL('..', import.meta.url)))

export const chunksOf = (bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).flatMap(file => (file.type === 'chunk' ? [file] : []))

/** The file that a module of ours was built into. */
export const chunkOf = (bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk => {
  const chunk = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some(id => id.endsWith(`/web/${module}`)))
  if (chunk === undefined) throw new Error(`${module} is in no file of the build`)
  return chunk
}

/**
 * Writes down which file each module of ours was built into, and what each file imports. Vite's own manifest does not name a module that is
 * fetched late once it shares its file with others.
 */
export const builtModules: Plugin = {
  name: 'built-modules',
  apply: 'build',
  generateBundle: {
    // After Vite has taken out the files that held nothing but styles.
    order: 'post',
    handler(_options, bundle) {
      const chunks = chunksOf(bundle)
      const modulesOf = ({ moduleIds, fileName }: Rolldown.OutputChunk) =>
        moduleIds.flatMap(id => {
          const [, module] = /\/web\/(src\/[^?]+\.tsx?)$/.exec(id) ?? []
          return module === undefined ? [] : [[module, fileName] as const]
        })
      const built: BuiltModules = {
        files: Object.fromEntries(chunks.flatMap(modulesOf)),
        imports: Object.fromEntries(chunks.map(({ fileName, imports }) => [fileName, imports])),
      }
      this.emitFile({ type: 'asset', fileName: builtModulesFile, source: JSON.stringify(built) })
    },
  },
}

/** Walks from the named files to all that they need; `next` says where to go on from one, to what it imports unless said. */
export const filesFrom = (
  bundle: Rolldown.OutputBundle,
  names: readonly string[],
  next: (chunk: Rolldown.OutputChunk) => readonly string[] = ({ imports }) => imports,
): BuiltFiles => {
  const files: BuiltFiles = { scripts: new Set(), styles: new Set() }
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || files.scripts.has(name)) return
    files.scripts.add(name)
    for (const other of next(chunk)) visit(other)
    // In the order in which the page would add them itself: what a file needs stands before it.
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.styles.add(style)
  }
  for (const name of names) visit(name)
  return files
}
