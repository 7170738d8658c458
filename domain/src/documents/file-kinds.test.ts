import { expect, test } from 'vitest'
import { acceptedDocuments, extensionOf, fileKindLabel, fileKinds, previewOf, titleOfFile } from './file-kinds.ts'

test.each([
  ['取扱説明書.pdf', 'pdf', '取扱説明書'],
  ['図面 第2版.XLSX', 'xlsx', '図面 第2版'],
  ['議事録.2026.11.docx', 'docx', '議事録.2026.11'],
  ['名前だけ', '', '名前だけ'],
  ['.profile', '', '.profile'],
  ['  前後の空白 .pdf', 'pdf', '前後の空白'],
  // macOS gives names apart: か and the mark on it.
  ['カ\u3099ス.pdf', 'pdf', 'ガス'],
  [`${'あ'.repeat(120)}.pdf`, 'pdf', 'あ'.repeat(100)],
  [`a${'𠮷'.repeat(120)}.png`, 'png', `a${'𠮷'.repeat(49)}`],
])('%s ends in %s and is called %s', (fileName, extension, title) => {
  expect(extensionOf(fileName)).toBe(extension)
  expect(titleOfFile(fileName)).toBe(title)
})

test('what a browser shows and what is only downloaded', () => {
  expect(Object.values(fileKinds).map(({ contentType }) => [fileKindLabel(contentType), previewOf(contentType)])).toEqual([
    ['PDF', 'pdf'],
    ['JPEG', 'image'],
    ['PNG', 'image'],
    ['Excel', null],
    ['Word', null],
  ])
  expect([fileKindLabel('text/html'), previewOf('text/html')]).toEqual(['ファイル', null])
  expect(acceptedDocuments.split(',')).toEqual(expect.arrayContaining(['.pdf', '.jpg', '.jpeg', '.png', '.xlsx', '.docx']))
})
