// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DeliveryReport } from './DeliveryReport.tsx'

it('says a rule once, with its photos: three at once, the others unfolded', () => {
  const violations = Array.from({ length: 63 }, (_, at) => ({
    photo: `P${at + 1}.JPG`,
    field: '写真タイトル',
    text: 'を入力してください',
    level: 'fault' as const,
  }))
  const delivery = {
    edition: '令和5年3月',
    dtd: { name: 'PHOTO05.DTD', present: true },
    photos: 63,
    copies: 0,
    not_deliverable: [],
    violations: [...violations, { photo: null, field: '工事番号', text: 'を入力してください', level: 'fault' as const }],
    faults: 64,
    advices: 0,
    replaced: [],
    drawings: [],
  }
  render(<DeliveryReport constructionId={1} delivery={delivery} chosen={[]} onChoose={() => {}} />)
  const rules = screen.getByRole('list', { name: '確認する項目' }).children
  expect(rules).toHaveLength(2)
  expect(rules[0]?.textContent).toMatch(/^【要修正】写真タイトル　を入力してください（63枚：P1.JPG、P2.JPG、P3.JPG）ほか60枚/)
  expect(screen.getByText('ほか60枚').closest('details')?.open).toBe(false)
  expect(rules[1]?.textContent).toBe('【要修正】工事番号　を入力してください')
})
