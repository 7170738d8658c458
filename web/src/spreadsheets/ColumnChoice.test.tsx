import type { SpreadsheetPreview } from '@toguchi/domain/spreadsheets/contract'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ColumnChoice, writeChosen } from './ColumnChoice.tsx'

const preview: SpreadsheetPreview = {
  file_name: '名簿.xlsx',
  digest: '',
  columns: [
    { key: 'room', heading: '部屋番号' },
    { key: 'name', heading: '氏名' },
    { key: 'phone', heading: '電話番号' },
  ],
  ignored_headings: [],
  read_as: [],
  file_columns: [
    { at: 0, heading: '部屋番号', sample: '101', key: 'room', own: true },
    { at: 1, heading: '主人', sample: '鈴木 一郎', key: null, own: false },
    { at: 2, heading: '電話番号', sample: '', key: 'phone', own: true },
    { at: 3, heading: '携帯', sample: '09012345678', key: 'phone', own: false },
  ],
  several_columns: [
    { heading: '電話番号', typed: ['携帯', '電話番号'], taken: true },
    { heading: '氏名', typed: ['契約者', '入居者'], taken: false },
  ],
  missing_headings: [],
  counts: { created: 0, changed: 0, unchanged: 0, refused: 0 },
  missing_rooms: [],
  new_rooms: [],
  rows: [],
}

test('asks of every column that does not bear our heading alone, and tells what was chosen by its place', () => {
  const onChoose = vi.fn()
  render(<ColumnChoice preview={preview} onChoose={onChoose} />)
  expect(screen.queryByLabelText(/^部屋番号/)).toBeNull()
  expect(screen.getByLabelText('電話番号')).toHaveProperty('value', 'phone')
  const unread = screen.getByLabelText(/^主人/)
  expect(unread).toHaveProperty('value', '')
  fireEvent.change(unread, { target: { value: 'name' } })
  fireEvent.change(screen.getByLabelText(/^携帯/), { target: { value: '' } })
  expect(onChoose.mock.calls).toEqual([
    [1, 'name'],
    [3, ''],
  ])
  expect(screen.getByText(/電話番号には、「携帯」→「電話番号」の順に見て/)).toBeTruthy()
  expect(screen.getByText('氏名にあたる列が2つあります（「契約者」「入居者」）。取り込む列を選んでください。')).toBeTruthy()
})

test('is not there for a list with our own headings, and demands what is missing', () => {
  const own = preview.file_columns.filter(({ at }) => at === 0)
  const view = render(<ColumnChoice preview={{ ...preview, file_columns: own }} onChoose={() => {}} />)
  expect(view.container.textContent).toBe('')
  view.rerender(<ColumnChoice preview={{ ...preview, missing_headings: ['部屋番号'] }} onChoose={() => {}} />)
  expect(screen.getByRole('alert').textContent).toBe('「部屋番号」の列が見つかりません。どの列が部屋番号か選んでください。')
})

test('is written by places', () =>
  expect(
    writeChosen(
      new Map([
        [1, 'name'],
        [3, ''],
      ]),
    ),
  ).toBe('1:name,3:'))
