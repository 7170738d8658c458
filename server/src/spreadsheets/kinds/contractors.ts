import { contractors } from '@toguchi/domain/contractors/contract'
import { contractorLabels as labels, primaryContractorLabel } from '@toguchi/domain/contractors/labels'
import { readText } from '@toguchi/domain/spreadsheets/read-cell'
import { checkContractors, listEveryContractor, saveContractors } from '../../contractors/contractors.ts'
import { nameLookup } from '../name-lookup.ts'
import { sheetKind } from '../sheet-kind.ts'

/** Contractors are known by their name, which is unique; second-tier ones name their primary, of the system or of the same file. */
export const contractorsSheet = sheetKind({
  lookups: async ({ db, actor }) => nameLookup(await listEveryContractor(db, actor.clientId, false)),
  columns: companies => [
    {
      key: 'name',
      heading: labels.name,
      synonyms: ['社名', '協力会社', '協力会社名', '業者名'],
      required: true,
      read: readText,
      width: 30,
      example: '有限会社﨑山電設',
    },
    {
      key: 'representative_name',
      heading: labels.representative_name,
      synonyms: ['代表者', '代表者氏名'],
      read: readText,
      example: '﨑山 一郎',
    },
    { key: 'address', heading: labels.address, synonyms: ['所在地'], read: readText, width: 44, example: '神奈川県川崎市中原区1-2-3' },
    {
      key: 'primary_contractor_id',
      heading: primaryContractorLabel,
      read: companies.read,
      write: companies.write,
      width: 30,
      example: '',
      note: '二次協力会社のときに、一次協力会社の会社名を記入します。同じファイルの会社でもかまいません。',
    },
  ],
  form: contractors['POST /api/contractors'].body.shape.contractor,
  keys: ['name'],
  waits: { column: 'primary_contractor_id' },
  list: ({ db, actor }, lock) => listEveryContractor(db, actor.clientId, lock),
  check: ({ db, actor }, changes) => checkContractors(db, actor, changes),
  save: ({ db, actor }, changes) => saveContractors(db, actor, changes),
})
