import { readFileSync } from 'node:fs'
import { budgetOf, pageParts, readSitePages, scriptsOf, weigh, type Manifest } from './first-load.ts'

// What each page of web/dist downloads first, against its budget: `node tools/bundle-budget.ts [--all]`.
const manifest = JSON.parse(readFileSync('web/dist/.vite/manifest.json', 'utf8')) as Manifest
const sitePages = readSitePages('.')
const pages = [...sitePages, ...pageParts(sitePages)]
  .map(page => ({ ...page, weight: weigh('web/dist', scriptsOf(manifest, page)), budget: budgetOf(page) }))
  .toSorted((a, b) => b.weight / b.budget - a.weight / a.budget)
if (pages.length === 0) throw new Error('no page found in the site map')

const over = pages.filter(({ weight, budget }) => weight > budget)
const shown = process.argv.includes('--all') || over.length > 0 ? pages : pages.slice(0, 5)
for (const { name, weight, budget } of shown)
  console.log(`${weight > budget ? 'OVER ' : '     '}${weight.toFixed(1).padStart(6)} kB of ${budget}  ${name}`)
if (over.length > 0) process.exitCode = 1
else console.log(`first load: ${pages.length} pages within their budgets`)
