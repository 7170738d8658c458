/** How an answer reached us when it was not the web (D-22); each is also a reception status. */
export const answerChannels = ['tel', 'paper', 'visit', 'mail', 'other'] as const
export type AnswerChannel = (typeof answerChannels)[number]
export const answerChannelLabels: Readonly<Record<AnswerChannel, string>> = {
  tel: '電話',
  paper: '書面',
  visit: '訪問',
  mail: 'メール',
  other: 'その他',
}

/** What became of a call, slip or talk; the first that is true of it, but a promise to call back stands above all. */
export const callOutcomes = ['call_back', 'cancel_applied', 'moved', 'confirmed', 'answered', 'noted'] as const
export type CallOutcome = (typeof callOutcomes)[number]
export const callOutcomeLabels: Readonly<Record<CallOutcome, string>> = {
  call_back: '折り返し',
  cancel_applied: 'キャンセル申請',
  moved: '日程変更',
  confirmed: '日程確定',
  answered: '回答・連絡先の登録',
  noted: '対応履歴のみ',
}

/** Which promises to call back are looked at: what is to be done, one's own of it, or all that were given. */
export const callBackFilters = ['open', 'own', 'all'] as const
export type CallBackFilter = (typeof callBackFilters)[number]
export const callBackFilterLabels: Readonly<Record<CallBackFilter, string>> = { open: '未対応', own: '自分', all: 'すべて' }

/** Calls of a day that are shown at once. */
export const callsAPage = 500

/** Who calls back where nobody of the company was named. */
export const deskAssignee = '電話受付'

/** What was said about the date: it suits, another one, or nothing. */
export const dateAnswers = ['accept', 'move', 'none'] as const
export type DateAnswer = (typeof dateAnswers)[number]

/** A pile of slips that is written down at once: none is told in a moment, and the schedule waits for it. */
export const mostSlipsAtOnce = 100
/** Minutes in which a pile may be taken back, and in which nobody is told of it. */
export const pileUndoMinutes = 10

/** Names of the fields of an answer, keyed as errors are. */
export const answerLabels = {
  channel: 'ご連絡の方法',
  received_on: '受付日',
  caller: 'ご連絡された方',
  verified_fact: '本人確認',
  date_answer: '工事日について',
  date: '工事日',
  construction_time_frame_id: '時間枠',
  slip: '回答票',
  rooms: '部屋',
  'rooms[].id': '部屋',
  'rooms[].seen.date': '現在の工事日',
  'rooms[].seen.construction_time_frame_id': '現在の時間枠',
  contents: '用件',
  call_back_at: '折り返しの日時',
  call_back_user_id: '折り返しの担当者',
  call_back_phone: '折り返し先の電話番号',
  call_back_result: '対応の結果',
  keyword: '検索語',
  'assign.date': '工事日',
  'assign.construction_time_frame_id': '時間枠',
  order_decision: 'オプションの注文',
  'seen.date': '現在の工事日',
  'seen.construction_time_frame_id': '現在の時間枠',
  'resident.name': '氏名',
  'resident.name_kana': '氏名（カナ）',
  'resident.phone': '電話番号',
  'resident.email': 'メールアドレス',
  'presence.presence_method': '在宅方法',
  'presence.proxy_name': '代理人の氏名',
  'presence.proxy_relation': '代理人の続柄',
  'presence.proxy_phone': '代理人の電話番号',
  'presence.consent': '不在時の作業',
} as const
