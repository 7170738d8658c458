import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A page of the site map: where its code is, and the shell around it. */
export interface SitePage {
  /** Its name in paths: `login`, `detail_schedule`. */
  name: string
  /** The array of the site map that it stands in: `loginPages`. */
  group: string
  module: string
  shell: string
  /** The file of the site map that it stands in, where that is fetched with its first page. */
  routes: string[]
  /** What the page fetches with it for whom it is for. */
  part?: string
  /** What its shell fetches with it, where that stands beside the page from the first picture on. */
  beside?: string
}

/**
 * Pages that are two in one: each half, with what everybody loads of it (decision 083). On a craftsman's phone the navigation stands behind a
 * button, and comes after the page.
 */
const parts: readonly { of: string; name: string; part: string; isOnPhone: boolean }[] = [
  { of: 'constructions', name: 'constructions of craftsmen', part: 'src/rooms/visits/day/OwnDay.tsx', isOnPhone: true },
  { of: 'constructions', name: 'constructions of the office', part: 'src/constructions/list/ConstructionList.tsx', isOnPhone: false },
  { of: 'room', name: 'room of craftsmen', part: 'src/rooms/at-work/RoomAtWork.tsx', isOnPhone: true },
  { of: 'room', name: 'room of the office', part: 'src/rooms/office/OfficeRoom.tsx', isOnPhone: false },
]

/** The names of the pages that are. */
export const dividedPages: ReadonlySet<string> = new Set(parts.map(({ of }) => of))

export const pageParts = (pages: readonly SitePage[]): SitePage[] =>
  parts.flatMap(({ of, name, part, isOnPhone }) =>
    pages
      .filter(page => page.name === of)
      .map(({ beside, ...page }) => ({ ...page, name, part, ...(isOnPhone || beside === undefined ? {} : { beside }) })),
  )

/** The sidebar of who works at a desk. */
const navigation = 'src/app/layouts/staff/navigation.tsx'

/**
 * The site map: everybody's pages stand in the application, those of residents, of a craftsman's day and of the office are fetched with the
 * first of them.
 * The office's stand in the shell that the site's say.
 */
const siteMap = [
  { file: 'src/app/routes.tsx', routes: [] },
  { file: 'src/app/resident-routes.tsx', routes: ['src/app/resident-routes.tsx'] },
  { file: 'src/app/site-routes.tsx', routes: ['src/app/site-routes.tsx'] },
  { file: 'src/app/office-routes.tsx', routes: ['src/app/site-routes.tsx', 'src/app/office-routes.tsx'], shell: 'StaffShell' },
]

/** The pages of the site map of a checkout, read as text because its files run only in a browser. */
export const readSitePages = (root: string): SitePage[] =>
  siteMap.flatMap(({ file, routes, shell }) =>
    sitePagesOf(readFileSync(join(root, 'web', file), 'utf8'), shell).map(page => ({
      ...page,
      routes,
      ...(page.shell.endsWith('/StaffShell.tsx') ? { beside: navigation } : {}),
    })),
  )

/**
 * A page's code stands in its own import or in a shared one: `const spreadsheet = () => import(…)`. `shellAround`: of pages whose shell another
 * file of the site map says.
 */
export const sitePagesOf = (routes: string, shellAround?: string): Omit<SitePage, 'routes'>[] => {
  const shells = [...routes.matchAll(/import\('\.\/layouts\/(\w+)\.tsx'\)([\s\S]*?)(?=shell\(|$)/g)].map(([, shell = '', inside = '']) => ({
    shell,
    inside,
  }))
  /** Of a page's own import, or of one that several share. */
  const moduleOf = (page: string): string | undefined => {
    const own = /import\('([^']+)'\)/.exec(page)?.[1]
    const shared = [...routes.matchAll(/^const (\w+) = \(\) => import\('([^']+)'\)/gm)]
    return own ?? shared.find(([, constant]) => new RegExp(`\\b${constant}\\b`).test(page))?.[2]
  }
  const groups = [...routes.matchAll(/^const (\w+Pages) = \[\n([\s\S]*?)^\]/gm)].map(([, group = '', inside = '']) => ({ group, inside }))
  return [...groups, ...shells.map(({ shell, inside }) => ({ group: shell, inside }))].flatMap(({ group, inside }) => {
    const shell = shells.find(other => other.shell === group || new RegExp(`\\b${group}\\b`).test(other.inside))?.shell ?? shellAround
    if (shell === undefined) throw new Error(`${group} of the site map stands in no shell`)
    const pages = [...inside.matchAll(/\bpage\(\s*(?:paths\.(\w+)\([^)]*\)|'([^']*)'),((?:(?!\bpage\()[\s\S])*)/g)]
    return pages.flatMap(([, name, path, rest = '']) => {
      const module = moduleOf(rest)
      if (module === undefined) throw new Error(`the site map does not say where the code of ${name ?? path ?? 'a page'} is`)
      return [{ name: name ?? path ?? '', group, module: join('src/app', module), shell: `src/app/layouts/${shell}.tsx` }]
    })
  })
}

/** Which file of the build each module of the web stands in (`src/main.ts`), and what each file imports. */
export interface BuiltModules {
  files: Readonly<Record<string, string>>
  imports: Readonly<Record<string, readonly string[]>>
}

/** Around pages that may arrive as HTML, which the application takes over (decision 088). */
const arriveAsHtml = /\/(Login|Resident)Shell\.tsx$/

/** What every page needs beside its own file and its shell's: the application, which the entry begins, and its texts. */
export const everyPage = ['src/app/start.tsx', 'src/platform/locales/ja.ts']

/** What pages need besides on which something stands before React does. */
export const takeOverModule = 'src/app/take-over.ts'

/** The scripts that a browser downloads before a page shows: the entry's, its shell's, its own, and the texts. */
export const scriptsOf = ({ files, imports }: BuiltModules, { module, shell, routes, part, beside }: SitePage): Set<string> => {
  const scripts = new Set<string>()
  const visit = (file: string): void => {
    if (scripts.has(file)) return
    scripts.add(file)
    for (const imported of imports[file] ?? []) visit(imported)
  }
  for (const each of [
    'src/main.ts',
    ...everyPage,
    ...routes,
    shell,
    module,
    ...(part === undefined ? [] : [part]),
    ...(beside === undefined ? [] : [beside]),
    ...(arriveAsHtml.test(shell) ? [takeOverModule] : []),
  ]) {
    const file = files[each]
    if (file === undefined) throw new Error(`${each} is in no file of the build`)
    visit(file)
  }
  return scripts
}

/** kB (1000 bytes) of JavaScript that a page costs on a first visit: as a phone receives it, and where something in between knows no brotli. */
export interface Weight {
  brotli: number
  gzip: number
}

/** By the files that the build has laid beside each script (server/src/start/web-build.ts). */
export const weigh = (dist: string, scripts: ReadonlySet<string>): Weight => {
  const sumOf = (ending: string) => [...scripts].reduce((sum, file) => sum + statSync(join(dist, `${file}.${ending}`)).size, 0) / 1000
  return { brotli: sumOf('br'), gzip: sumOf('gz') }
}

/** kB by brotli that each page may weigh, by its name: what it weighed when somebody last looked, and up to one and a half more. */
export type Budgets = Readonly<Record<string, number>>

/** The limit of a page; who adds a page writes one down for it (`node tools/bundle-budget.ts --write`). */
export const budgetOf = ({ name }: Pick<SitePage, 'name'>, budgets: Budgets): number => {
  const budget = budgets[name]
  if (budget === undefined) throw new Error(`${name} has no budget: node tools/bundle-budget.ts --write`)
  return budget
}

/** What was asked of a page, in kB: no budget is above it. */
const asked: Readonly<Record<string, number>> = { resident_top: 135, 'constructions of craftsmen': 135 }

/** Budgets for pages that weigh this much; of two pages of one name, the heavier one. Without reserve nobody could correct a sentence. */
export const budgetsFor = (pages: readonly { name: string; brotli: number }[]): Budgets => {
  const budgets: Record<string, number> = {}
  for (const { name, brotli } of pages.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    budgets[name] = Math.min(asked[name] ?? Infinity, Math.max(budgets[name] ?? 0, Math.ceil(brotli + 0.5)))
  return budgets
}
