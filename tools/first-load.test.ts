import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { budgetOf, budgetsFor, scriptsOf, sitePagesOf, weigh } from './first-load.ts'

const routes = `
const spreadsheet = () => import('../spreadsheets/SpreadsheetImportPage.tsx')
const loginPages = [
  page(paths.login(), 'open', 'page.login', () => import('../accounts/LoginPage.tsx')),
  page(paths.spreadsheet('buildings'), 'open', 'page.spreadsheets', spreadsheet),
  page(paths.constructions(), 'open', 'page.constructions', () => import('../constructions/ConstructionsPage.tsx')),
]
const constructionPages = [
  page(
    paths.detail_schedule(c),
    'open',
    'page.detail_schedule',
    () => import('../schedule/DetailSchedulePage.tsx'),
  ),
]
export const routes = [
  shell(() => import('./layouts/LoginShell.tsx'), [layout('login', loginPages)]),
  shell(() => import('./layouts/StaffShell.tsx'), [
    layout('client', [page(paths.mypage(), 'open', 'page.mypage', () => import('../accounts/MyPage.tsx'))]),
    layout('construction', constructionPages),
  ]),
]
`

describe('first load', () => {
  it('knows the pages of the site map and their shells', () => {
    expect(sitePagesOf(routes).map(page => [page.name, page.module, page.shell])).toEqual([
      ['login', 'src/accounts/LoginPage.tsx', 'src/app/layouts/LoginShell.tsx'],
      ['spreadsheet', 'src/spreadsheets/SpreadsheetImportPage.tsx', 'src/app/layouts/LoginShell.tsx'],
      ['constructions', 'src/constructions/ConstructionsPage.tsx', 'src/app/layouts/LoginShell.tsx'],
      ['detail_schedule', 'src/schedule/DetailSchedulePage.tsx', 'src/app/layouts/StaffShell.tsx'],
      ['mypage', 'src/accounts/MyPage.tsx', 'src/app/layouts/StaffShell.tsx'],
    ])
  })

  it('gives each page a budget just above its weight, and none to a page that nobody has weighed', () => {
    const budgets = budgetsFor([
      { name: 'login', brotli: 113.6 },
      { name: 'spreadsheet', brotli: 150.2 },
      { name: 'spreadsheet', brotli: 153.1 },
    ])
    expect(budgets).toEqual({ login: 115, spreadsheet: 154 })
    expect(budgetsFor([{ name: 'resident_top', brotli: 134.9 }])).toEqual({ resident_top: 135 })
    expect(budgetOf({ name: 'login' }, budgets)).toBe(115)
    expect(() => budgetOf({ name: 'new_page' }, budgets)).toThrow('new_page has no budget')
  })

  it('weighs what the build has compressed', () => {
    const dist = mkdtempSync(join(tmpdir(), 'first-load-'))
    writeFileSync(join(dist, 'a.js.br'), 'x'.repeat(1500))
    writeFileSync(join(dist, 'b.js.br'), 'x'.repeat(500))
    for (const name of ['a', 'b']) writeFileSync(join(dist, `${name}.js.gz`), 'x'.repeat(1250))
    expect(weigh(dist, new Set(['a.js', 'b.js']))).toEqual({ brotli: 2, gzip: 2.5 })
    rmSync(dist, { recursive: true })
  })

  it('counts what is imported once', () => {
    const built = {
      files: {
        'src/main.ts': 'index.js',
        'src/app/start.tsx': 'start.js',
        'src/app/take-over.ts': 'take-over.js',
        'src/app/office-routes.tsx': 'office.js',
        'src/platform/locales/ja.ts': 'start.js',
        'src/app/layouts/LoginShell.tsx': 'shell.js',
        'src/accounts/LoginPage.tsx': 'login.js',
        'src/accounts/Other.tsx': 'other.js',
      },
      imports: { 'index.js': ['react.js'], 'start.js': ['react.js'], 'shell.js': ['react.js', 'plain.js'], 'login.js': ['index.js'] },
    }
    const [login] = sitePagesOf(routes)
    const scripts = (siteMap: string[]) => login && [...scriptsOf(built, { ...login, routes: siteMap })].toSorted()
    expect(scripts([])).toEqual(['index.js', 'login.js', 'plain.js', 'react.js', 'shell.js', 'start.js', 'take-over.js'])
    expect(scripts(['src/app/office-routes.tsx'])).toContain('office.js')
  })
})
