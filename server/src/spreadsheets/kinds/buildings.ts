import { buildings } from '@toguchi/domain/buildings/contract'
import { buildingLabels as labels } from '@toguchi/domain/buildings/labels'
import { readCode, readPhone, readText, readZipcode } from '@toguchi/domain/spreadsheets/read-cell'
import { formatZipcode } from '@toguchi/domain/text/zipcode'
import { listEveryBuilding, saveBuildings } from '../../buildings/buildings.ts'
import { sheetKind } from '../sheet-kind.ts'
import { kanaHeadings, phoneHeadings } from './person-headings.ts'

/** Buildings are known by their code; without one by their name, so that a file that is taken in twice adds nothing twice. */
export const buildingsSheet = sheetKind({
  columns: () => [
    {
      key: 'cd',
      heading: labels.cd,
      synonyms: ['物件CD', '物件番号'],
      read: readCode,
      blankKeeps: true,
      width: 14,
      example: 'B00001',
      note: '空欄のときは自動で付きます。登録済みのコードの行は変更になります。',
    },
    {
      key: 'name',
      heading: labels.name,
      synonyms: ['物件', 'マンション名', '建物名', '建物名称', '物件名称'],
      required: true,
      read: readText,
      width: 30,
      example: 'グランドメゾン太子堂',
    },
    {
      key: 'name_kana',
      heading: labels.name_kana,
      synonyms: kanaHeadings,
      read: readText,
      width: 30,
      example: 'グランドメゾンタイシドウ',
      note: '半角カタカナ・ひらがなは全角カタカナになります。',
    },
    {
      key: 'zipcode',
      heading: labels.zipcode,
      synonyms: ['〒', '郵便'],
      read: readZipcode,
      write: zipcode => formatZipcode(String(zipcode)),
      width: 12,
      example: '154-0004',
    },
    {
      key: 'address',
      heading: labels.address,
      synonyms: ['所在地', '物件所在地', '物件住所', '建物住所'],
      required: true,
      read: readText,
      width: 44,
      example: '東京都世田谷区太子堂1-2-3',
    },
    {
      key: 'management_company',
      heading: labels.management_company,
      synonyms: ['管理会社名'],
      read: readText,
      width: 26,
      example: '髙﨑管理株式会社',
    },
    { key: 'manager', heading: labels.manager, read: readText, example: '佐藤 花子' },
    { key: 'phone', heading: labels.phone, ...phoneHeadings, read: readPhone, example: '03-1234-5678' },
  ],
  form: buildings['POST /api/buildings'].body.shape.building,
  keys: ['cd', 'name'],
  list: ({ db, actor }, lock) => listEveryBuilding(db, actor, lock),
  save: ({ db, actor, now }, changes) => saveBuildings(db, actor, changes, now),
})
