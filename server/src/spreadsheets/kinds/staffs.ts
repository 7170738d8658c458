import { accountLabels as labels, displayFormatLabels, userTypeLabels } from '@toguchi/domain/accounts/labels'
import { staffs } from '@toguchi/domain/accounts/staffs-contract'
import { readChoice, readCode, readFlag, readPhone, readText } from '@toguchi/domain/spreadsheets/read-cell'
import { checkStaffs, listEveryStaff, saveStaffs } from '../../accounts/accounts.ts'
import { listEveryDepartment } from '../../masters/masters.ts'
import { nameLookup } from '../name-lookup.ts'
import { sheetKind } from '../sheet-kind.ts'
import { mailHeadings, phoneHeadings } from './person-headings.ts'

const types = { Staff_Admin: userTypeLabels.Staff_Admin, Staff: userTypeLabels.Staff }

/** Staff are known by their login id, which nobody else has. New ones are invited by mail, as by hand. */
export const staffsSheet = sheetKind({
  lookups: async ({ db, actor }) => nameLookup(await listEveryDepartment(db, actor.clientId)),
  columns: departments => [
    {
      key: 'type',
      heading: labels.type,
      required: true,
      read: readChoice(types),
      write: type => types[type as keyof typeof types],
      choices: Object.values(types),
      example: types.Staff,
    },
    { key: 'name', heading: labels.name, synonyms: ['名前', 'お名前', '社員名'], required: true, read: readText, example: '髙﨑 花子' },
    {
      key: 'login_id',
      heading: labels.login_id,
      required: true,
      read: readCode,
      example: 'takasaki.hanako',
      note: '半角英数字と . _ - の4〜32文字。登録済みのログインIDの行は変更になります。',
    },
    {
      key: 'email',
      heading: labels.email,
      synonyms: mailHeadings,
      required: true,
      read: readCode,
      width: 30,
      example: 'takasaki@example.jp',
      note: '新規登録のとき、パスワードを設定するためのご案内が届きます。',
    },
    { key: 'phone', heading: labels.phone, ...phoneHeadings, read: readPhone, example: '090-1234-5678' },
    { key: 'department_id', heading: labels.department_id, ...departments, example: '工事部', note: '登録済みの部署の名称を記入します。' },
    {
      key: 'default_display_format',
      heading: labels.default_display_format,
      read: readChoice(displayFormatLabels),
      write: format => displayFormatLabels[format as keyof typeof displayFormatLabels],
      choices: Object.values(displayFormatLabels),
      blankKeeps: true,
      width: 20,
      example: displayFormatLabels.list,
    },
    {
      key: 'can_register_staff',
      heading: labels.can_register_staff,
      read: readFlag,
      write: can => (can === true ? 'あり' : 'なし'),
      choices: ['あり', 'なし'],
      blankKeeps: true,
      width: 18,
      example: 'なし',
    },
  ],
  form: staffs['POST /api/staffs'].body.shape.staff,
  keys: ['login_id'],
  list: ({ db, actor }, lock) => listEveryStaff(db, actor.clientId, lock),
  check: ({ db, actor }, changes) => checkStaffs(db, actor, changes),
  save: ({ platform, db, actor, now }, changes) => saveStaffs(platform, db, actor, changes, now),
})
