import { formatDayShort } from '@toguchi/domain/calendar/day'
import type { Topic } from '../matching/topics.ts'
import { answerBriefing, answerChange, answerConfirm, answerDate, answerDeadline, answerPresence, answerSlip } from './date-answers.ts'
import type { Answer, Dwelling, LetterWords } from './dwelling.ts'
import { answerCancel, answerOptions, answerPayment, answerReceipt } from './sale-answers.ts'

type Answering = (dwelling: Dwelling) => Answer | null

const guide = '工事のご案内より'
/** What the client wrote into its letter, word for word; null where it wrote nothing. */
const letterWords =
  (field: keyof LetterWords, heading = ''): Answering =>
  ({ letter }) =>
    letter[field] === '' ? null : { text: `${heading}${letter[field]}`, source: '工事の案内状より', page: null }

const listed = (titles: readonly string[], most = 5): string =>
  [...titles.slice(0, most).map(title => `・${title}`), ...(titles.length > most ? [`ほか${titles.length - most}件`] : [])].join('\n')

const answerings: Readonly<Record<Exclude<Topic, 'greeting'>, Answering>> = {
  date: answerDate,
  change_date: answerChange,
  change_deadline: answerDeadline,
  confirm: answerConfirm,
  presence: answerPresence,
  missed: answerSlip,
  duration: ({ own: { construction } }) =>
    construction.time_per_unit === null
      ? null
      : { text: `お部屋での作業は約${construction.time_per_unit}分です。`, source: guide, page: null },
  period: ({ own: { construction } }) =>
    construction.privately_area_start_on === null || construction.privately_area_end_on === null
      ? null
      : {
          text: `お部屋の中の工事期間は、建物全体で${formatDayShort(construction.privately_area_start_on)}〜${formatDayShort(construction.privately_area_end_on)}です。`,
          source: guide,
          page: 'top',
        },
  options: answerOptions,
  payment: answerPayment,
  cancel_option: answerCancel,
  receipt: answerReceipt,
  clearing: letterWords('片付け'),
  water: letterWords('断水', '断水：'),
  toilet: letterWords('トイレ', 'トイレ：'),
  power: letterWords('停電', '停電：'),
  noise: letterWords('騒音', '騒音：'),
  lift: letterWords('エレベーター', 'エレベーター：'),
  cost: letterWords('費用'),
  visitors: ({ letter }) => ({ text: `${letter.担当会社}の担当者が伺います。`, source: guide, page: null }),
  briefing: answerBriefing,
  documents: ({ documents }) =>
    documents.length === 0
      ? { text: 'このページに登録された資料は、まだありません。', source: '配布資料より', page: null }
      : { text: `次の資料をご覧いただけます。\n${listed(documents)}`, source: '配布資料より', page: 'documents' },
  equipments: ({ equipments }) =>
    equipments.length === 0
      ? null
      : { text: `次の取扱説明書をご覧いただけます。\n${listed(equipments)}`, source: '取扱機器より', page: 'equipments' },
  account: ({ sale }) =>
    sale === null
      ? { text: 'お名前・連絡先・ログインIDは、ログインIDでログインすると変更できます。', source: 'ご登録内容より', page: 'edit' }
      : {
          text: 'お名前・連絡先・ログインID・パスワードは、「登録内容の変更」のページから変更できます。',
          source: 'ご登録内容より',
          page: 'edit',
        },
  contact: ({ own, letter }) => ({
    text: `電話番号は${letter.電話番号}（${letter.受付時間}）です。${own.construction.manage_no === null ? '' : `管理番号${own.construction.manage_no}とお部屋番号${own.room.name}をお伝えください。`}`,
    source: guide,
    page: null,
  }),
}

/** What the dwelling's data says to a topic; null where it says nothing, for then nobody knows. */
export const answerTopic = (topic: Exclude<Topic, 'greeting'>, dwelling: Dwelling): Answer | null => answerings[topic](dwelling)
