import { describe, expect, it } from 'vitest'
import { budgetOf, scriptsOf, sitePagesOf } from './first-load.ts'

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
  it('knows the pages of the site map, their shells and their budgets', () => {
    expect(sitePagesOf(routes).map(page => [page.name, page.module, page.shell, budgetOf(page)])).toEqual([
      ['login', 'src/accounts/LoginPage.tsx', 'src/app/layouts/LoginShell.tsx', 135],
      ['spreadsheet', 'src/spreadsheets/SpreadsheetImportPage.tsx', 'src/app/layouts/LoginShell.tsx', 135],
      ['constructions', 'src/constructions/ConstructionsPage.tsx', 'src/app/layouts/LoginShell.tsx', 135],
      ['detail_schedule', 'src/schedule/DetailSchedulePage.tsx', 'src/app/layouts/StaffShell.tsx', 207],
      ['mypage', 'src/accounts/MyPage.tsx', 'src/app/layouts/StaffShell.tsx', 210],
    ])
  })

  it('counts what is imported once, and only scripts', () => {
    const manifest = {
      'index.html': { file: 'index.js', imports: ['_react.js'] },
      'src/app/start.tsx': { file: 'start.js', imports: ['_react.js'] },
      'src/app/office-routes.tsx': { file: 'office.js' },
      '_react.js': { file: 'react.js' },
      'src/platform/locales/ja.ts': { file: 'ja.js' },
      'src/app/layouts/LoginShell.tsx': { file: 'shell.js', imports: ['_react.js', '_plain.css'] },
      '_plain.css': { file: 'plain.css' },
      'src/accounts/LoginPage.tsx': { file: 'login.js', imports: ['index.html'] },
      'src/accounts/Other.tsx': { file: 'other.js' },
    }
    const [login] = sitePagesOf(routes)
    const scripts = (siteMap: string[]) => login && [...scriptsOf(manifest, { ...login, routes: siteMap })].toSorted()
    expect(scripts([])).toEqual(['index.js', 'ja.js', 'login.js', 'react.js', 'shell.js', 'start.js'])
    expect(scripts(['src/app/office-routes.tsx'])).toContain('office.js')
  })
})
