import { contractors } from '@toguchi/domain/contractors/contract'
import { craftsmanLabels as labels } from '@toguchi/domain/contractors/labels'
import { readCode, readPhone, readText } from '@toguchi/domain/spreadsheets/read-cell'
import { checkCraftsmen, listEveryContractor, listEveryCraftsman, prepareCraftsmen, saveCraftsmen } from '../../contractors/contractors.ts'
import { nameLookup } from '../name-lookup.ts'
import { sheetKind } from '../sheet-kind.ts'

/** Craftsmen are known by their login id, which nobody else has. New ones are mailed their first password, as by hand. */
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
    { key: 'name', heading: labels.name, required: true, read: readText, example: '髙橋 次郎' },
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
      required: true,
      read: readCode,
      width: 30,
      example: 'takahashi@example.jp',
      note: '新規登録のとき、ログインIDと初期パスワードが届きます。',
    },
    { key: 'phone', heading: labels.phone, read: readPhone, example: '090-1234-5678' },
  ],
  form: contractors['POST /api/craftsmans'].body.shape.craftsman,
  keys: ['login_id'],
  list: ({ db, actor }, lock) => listEveryCraftsman(db, actor.clientId, lock),
  check: ({ db, actor, rehearsal }, changes) => checkCraftsmen(db, actor, changes, { rehearsal }),
  prepare: changes => prepareCraftsmen(changes),
  save: ({ platform, db, actor, now, rehearsal }, changes, passwords) =>
    saveCraftsmen(platform, db, actor, changes, { now, rehearsal, passwords }),
})
