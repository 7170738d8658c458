import { contractors } from '@toguchi/domain/contractors/contract'
import { craftsmanLabels as labels } from '@toguchi/domain/contractors/labels'
import { readCode, readPhone, readText } from '@toguchi/domain/spreadsheets/read-cell'
import { checkCraftsmen, listEveryContractor, listEveryCraftsman, saveCraftsmen } from '../../contractors/contractors.ts'
import { nameLookup } from '../name-lookup.ts'
import { sheetKind } from '../sheet-kind.ts'
import { mailHeadings, phoneHeadings } from './person-headings.ts'

/** Craftsmen are known by their login id, which nobody else has. New ones are sent a link, as by hand; who is named without an address has a mobile number. */
export const craftsmansSheet = sheetKind({
  lookups: async ({ db, actor }) => nameLookup(await listEveryContractor(db, actor.clientId, false)),
  columns: companies => [
    {
      key: 'contractor_id',
      heading: labels.contractor_id,
      required: true,
      ...companies,
      width: 30,
      example: '有限会社﨑山電設',
      note: '登録済みの協力会社の会社名を記入します。',
    },
    { key: 'name', heading: labels.name, synonyms: ['名前', 'お名前', '職人名'], required: true, read: readText, example: '髙橋 次郎' },
    {
      key: 'login_id',
      heading: labels.login_id,
      required: true,
      read: readCode,
      example: 'takahashi.jiro',
      note: '半角英数字と . _ - の4〜32文字。登録済みのログインIDの行は変更になります。',
    },
    {
      key: 'email',
      heading: labels.email,
      synonyms: mailHeadings,
      read: readCode,
      width: 30,
      example: 'takahashi@example.jp',
      note: '携帯電話の番号があれば、空欄でもかまいません。',
    },
    {
      key: 'phone',
      heading: labels.phone,
      ...phoneHeadings,
      read: readPhone,
      example: '090-1234-5678',
      note: '新規登録のとき、携帯電話にはSMSで、ほかはメールで、はじめるためのリンクが届きます。',
    },
  ],
  form: contractors['POST /api/craftsmans'].body.shape.craftsman.omit({ invite_by: true }),
  keys: ['login_id'],
  list: ({ db, actor }, lock) => listEveryCraftsman(db, actor.clientId, lock),
  check: ({ platform, db, actor, rehearsal }, changes) => checkCraftsmen(platform, db, actor, changes, { rehearsal }),
  save: ({ platform, db, actor, now }, changes) => saveCraftsmen(platform, db, actor, changes, { now }),
})
