import { readFileSync, writeFileSync } from 'node:fs'
import { budgetOf, type Budgets, budgetsFor, type BuiltModules, pageParts, readSitePages, scriptsOf, weigh } from './first-load.ts'

// What each page of web/dist downloads first, against its budget: `node tools/bundle-budget.ts [--all | --write]`. --write sets the budgets by
// what the pages weigh now: whoever does so says in the commit why they may.
const built = JSON.parse(readFileSync('web/dist/.vite/modules.json', 'utf8')) as BuiltModules
const budgetsFile = 'tools/first-load-budgets.json'
const sitePages = readSitePages('.')
const weighed = [...sitePages, ...pageParts(sitePages)].map(page => ({ ...page, ...weigh('web/dist', scriptsOf(built, page)) }))
if (weighed.length === 0) throw new Error('no page found in the site map')
if (process.argv.includes('--write')) writeFileSync(budgetsFile, `${JSON.stringify(budgetsFor(weighed), null, 2)}\n`)

const budgets = JSON.parse(readFileSync(budgetsFile, 'utf8')) as Budgets
const pages = weighed
  .map(page => ({ ...page, budget: budgetOf(page, budgets) }))
  .toSorted((a, b) => b.brotli / b.budget - a.brotli / a.budget)
const over = pages.filter(({ brotli, budget }) => brotli > budget)
const shown = process.argv.includes('--all') || over.length > 0 ? pages : pages.slice(0, 5)
for (const { name, brotli, gzip, budget } of shown)
  console.log(`${brotli > budget ? 'OVER ' : '     '}${brotli.toFixed(1).padStart(6)} kB of ${budget} (gzip ${gzip.toFixed(1)})  ${name}`)
if (over.length > 0) process.exitCode = 1
else console.log(`first load: ${pages.length} pages within their budgets`)
