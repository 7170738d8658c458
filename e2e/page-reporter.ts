import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const mostLines = 80

/** Prints what stood on the page when a journey failed, as Playwright has written it: where the files are gone, the log tells. */
export default class PageReporter implements Reporter {
  onTestEnd({ title }: TestCase, { status, attachments }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return
    for (const { name, path } of attachments) if (name === 'error-context' && path !== undefined) console.log(pageOf(title, path))
  }
}

const pageOf = (title: string, path: string): string => {
  const [, snapshot = 'none was taken'] = readFileSync(path, 'utf8').split('# Page snapshot')
  const [page = ''] = snapshot.split('# Test source')
  return [`\nWhat stood there when “${title}” failed:`, ...page.trim().split('\n').slice(0, mostLines)].join('\n')
}
