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
  // The one that the assertion looked at, or else the first.
  const [, page = 'none was taken'] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(path, 'utf8')) ?? []
  return [`\nWhat stood there when “${title}” failed:`, ...page.trim().split('\n').slice(0, mostLines)].join('\n')
}
