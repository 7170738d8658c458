import { masters } from '@toguchi/domain/masters/contract'
import { masterLabels as labels } from '@toguchi/domain/masters/labels'
import { forComparison, readNames, readPhone, readText } from '@toguchi/domain/spreadsheets/read-cell'
import { listEverySupplier, saveSuppliers } from '../../masters/masters.ts'
import { sheetKind } from '../sheet-kind.ts'

interface Person {
  id?: number | undefined
  name: string
}
const people = (value: unknown) => value as readonly Person[]

/** People who are known stay, with their constructions; names that are new are added. Nobody is removed by a file. */
const join = (savedPersons: readonly Person[], named: readonly Person[]): Person[] => {
  const names = new Set(savedPersons.map(({ name }) => forComparison(name)))
  return [...savedPersons, ...named.filter(({ name }) => !names.has(forComparison(name)))]
}

/** Suppliers are known by their name, which is unique. One row each; their people stand in one cell, one a line. */
export const suppliersSheet = sheetKind({
  columns: () => [
    {
      key: 'name',
      heading: labels.name,
      synonyms: ['会社名', '取引先名', '取引先'],
      required: true,
      read: readText,
      width: 30,
      example: '株式会社みなと不動産',
    },
    { key: 'address', heading: labels.address, synonyms: ['所在地'], read: readText, width: 44, example: '東京都港区芝1-2-3' },
    {
      key: 'representative_phone',
      heading: labels.representative_phone,
      synonyms: ['代表電話', '電話番号', '電話', 'TEL'],
      read: readPhone,
      example: '03-1234-5678',
    },
    {
      key: 'supplier_staffs_attributes',
      heading: labels['supplier_staffs[].name'],
      read: cell => {
        const names = readNames(cell)
        return 'value' in names && names.value !== null ? { value: (names.value as string[]).map(name => ({ name })) } : names
      },
      write: value =>
        people(value)
          .map(({ name }) => name)
          .join('\n'),
      merge: (existing, read) => join(people(existing), people(read)),
      width: 30,
      example: '山田 太郎\n鈴木 花子',
      note: '複数の担当者は、セルの中で改行するか「、」で区切ります。登録済みの担当者は削除されません。',
    },
  ],
  form: masters['POST /api/suppliers'].body.shape.supplier,
  keys: ['name'],
  list: ({ db, actor }, lock) => listEverySupplier(db, actor.clientId, lock),
  save: ({ db, actor }, changes) => saveSuppliers(db, actor, changes),
})
