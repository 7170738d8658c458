import { expect, test } from 'vitest'
import { fillText, platformTexts } from './platform-texts.ts'
import { legalTextKinds } from './kinds.ts'
import { missingSections, presentSections, sectionTitlesOf } from './sections.ts'

const values = {
  会社名: '港区設備株式会社',
  所在地: '東京都港区1-1',
  代表者: '港 太郎',
  苦情の窓口: '0120-000-000',
  保存期間: '12か月',
  システム名: 'トグチ',
  委託先: '・工事を行う協力会社',
}

test.each(legalTextKinds)('the platform says something under every heading of %s, and leaves no field open', kind => {
  const filled = fillText(platformTexts[kind], values)
  expect(missingSections(kind, filled)).toBeNull()
  expect(presentSections(kind, filled).map(({ name }) => name)).toEqual(Object.keys(sectionTitlesOf(kind)))
  expect(Object.values(filled).join('\n')).not.toMatch(/[{}]/)
})

test('the privacy policy names the company, its address, its representative, its desk and how long it keeps', () => {
  const text = JSON.stringify(fillText(platformTexts.privacy_policy, values))
  for (const value of ['港区設備株式会社', '東京都港区1-1', '港 太郎', '0120-000-000', '12か月', '工事を行う協力会社'])
    expect(text).toContain(value)
})

test('a heading without a word is missing, and nobody is shown it', () => {
  const sections = { ...platformTexts.terms, law: ' 　\n' }
  expect(missingSections('terms', sections)).toEqual({ 'sections.law': ['を入力してください'] })
  expect(presentSections('terms', sections).map(({ name }) => name)).not.toContain('law')
})
