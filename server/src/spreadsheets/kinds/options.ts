import { options } from '@toguchi/domain/options/contract'
import { optionLabels as labels } from '@toguchi/domain/options/labels'
import { readText, readYen } from '@toguchi/domain/spreadsheets/read-cell'
import { listEveryOption, saveOptions } from '../../options/options.ts'
import { sheetKind } from '../sheet-kind.ts'

/** Options are known by their name, which is unique. Their PDFs stay with them. */
export const optionsSheet = sheetKind({
  columns: () => [
    {
      key: 'name',
      heading: labels.name,
      synonyms: ['品名', '商品名', 'オプション'],
      required: true,
      read: readText,
      width: 36,
      example: '玄関子機カメラ付きへの変更',
    },
    {
      key: 'price',
      heading: labels.price,
      required: true,
      read: readYen,
      example: '12000',
      note: '消費税を含まない金額を円で記入します。',
    },
  ],
  form: options['POST /api/options'].body.shape.option,
  keys: ['name'],
  list: ({ db, actor }, lock) => listEveryOption(db, actor.clientId, lock),
  save: ({ db, actor }, changes) => saveOptions(db, actor, changes),
})
