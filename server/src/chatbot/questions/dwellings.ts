import { keyHandoverText } from '@toguchi/domain/rooms/keys/key-handover'
import type { ResidentConstruction } from '@toguchi/domain/residents/contract'
import type { Dwelling, LetterWords, OwnOrder } from '../answering/dwelling.ts'
import type { DwellingName } from './question.ts'

/* The states of a dwelling that the questions are asked in. Today is 2026-11-23. */

const today = '2026-11-23'
const movedBack = '日程の変更受付は終了しました。お電話でお問い合わせください。'

const own: ResidentConstruction = {
  construction: {
    id: 1,
    uuid: '00000000-0000-4000-8000-000000000001',
    name: 'インターホン更新工事',
    manage_no: 'K-2026-001',
    building_name: 'コーポラス多摩川',
    client_name: '多摩設備株式会社',
    emergency_phone_number: '03-0000-0110',
    construction_staff_name: '佐藤',
    briefing_session_at: '2026-11-28T10:00:00+09:00',
    time_per_unit: 60,
    privately_area_start_on: '2026-12-01',
    privately_area_end_on: '2026-12-18',
    key_handover: keyHandoverText({ key_place: null, key_hours: null }),
  },
  room: {
    id: 1,
    uuid: '00000000-0000-4000-8000-000000000002',
    name: '301',
    status: 'waiting',
    reception_status_en: 'web',
    construction_schedule_confirmed_at: '2026-11-20T10:00:00+09:00',
    closed_at: null,
  },
  has_earlier_offer: false,
  assign: { date: '2026-12-10', construction_time_frame_id: 1, start_at: '13:00', end_at: '15:00' },
  absence: null,
  deadlines: { schedule_change_end_on: '2026-11-26', option_request_end_on: '2026-11-26', decision_guide_distribution_on: '2026-11-30' },
  date_change_end_on: '2026-11-26',
  own_date_changes: 0,
  own_date_change_limit: 2,
  presence: { presence_method: 'self', proxy_name: null, proxy_relation: null, proxy_phone: null, consented_at: null },
  presence_methods: ['self', 'proxy', 'auxiliary_lock', 'key_custody'],
  can_change_presence: true,
  why_no_presence_change: null,
  readable_until: null,
  can_change_date: true,
  why_no_date_change: null,
  can_confirm_date: false,
  why_no_date_confirmation: '工事日はすでに確定しています。',
  can_change_options: true,
  why_no_option_order: null,
  use_payment: true,
  pay_methods: ['credit', 'webcvs', 'other'],
  today,
}

const letter: LetterWords = {
  断水: '当日の9:00〜12:00は水が出ません',
  停電: 'ありません',
  トイレ: '断水のあいだは使えません',
  騒音: '10:00〜16:00に、ドリルの音がします',
  エレベーター: '使えます',
  費用: '工事の費用はかかりません。ご希望の方だけのオプション工事は有料です。',
  片付け: '玄関と作業する場所のまわり約1mの荷物を移動しておいてください。',
  担当会社: '多摩電設株式会社',
  説明会: '2026年11月28日(土) 10:00',
  電話番号: '0120-000-000',
  受付時間: '平日9:00〜17:00',
}

const order: OwnOrder = {
  status: 'paid',
  pay_method: 'credit',
  total_price_in_tax: 11_000,
  payment_period_end_on: null,
  why_no_payment: null,
  why_no_cancel: null,
  has_receipt: true,
  option_names: ['大型モニター'],
}

const options = [
  { option_name: '大型モニター', price_in_tax: 11_000 },
  { option_name: '増設子機', price_in_tax: 8800 },
]

const confirmed: Dwelling = {
  own,
  letter,
  sale: { options, orders: [order] },
  documents: ['工事のお知らせ', '工程表'],
  equipments: ['インターホン親機 取扱説明書.pdf'],
}

const inState = (change: Partial<ResidentConstruction>): Dwelling => ({ ...confirmed, own: { ...own, ...change } })
const undecidedRoom = { ...own.room, construction_schedule_confirmed_at: null }
const done = '工事が完了しているため変更できません。'

export const dwellings: Readonly<Record<DwellingName, Dwelling>> = {
  confirmed,
  open: inState({
    room: { ...undecidedRoom, reception_status_en: 'not_yet' },
    presence: null,
    can_confirm_date: true,
    why_no_date_confirmation: null,
  }),
  undecided: inState({
    room: undecidedRoom,
    assign: null,
    can_change_date: false,
    why_no_date_change: '日程調整中です。',
    why_no_date_confirmation: '日程調整中です。',
  }),
  late: inState({ date_change_end_on: '2026-11-20', can_change_date: false, why_no_date_change: movedBack }),
  absent: inState({
    assign: { date: '2026-11-21', construction_time_frame_id: 1, start_at: '13:00', end_at: '15:00' },
    absence: {
      visited_at: '2026-11-21T13:10:00+09:00',
      wish: null,
      needs_phone: false,
      wish_days: ['2026-11-25', '2026-11-26'],
    },
    can_confirm_date: false,
    why_no_date_confirmation: 'お伺いした日程は過ぎました。新しい日時をお選びください。',
  }),
  closed: inState({
    room: { ...own.room, status: 'completed', closed_at: '2026-11-22T10:00:00+09:00' },
    assign: { date: '2026-11-19', construction_time_frame_id: 1, start_at: '13:00', end_at: '15:00' },
    readable_until: '2027-02-20',
    can_change_date: false,
    why_no_date_change: done,
    can_change_presence: false,
    why_no_presence_change: done,
    can_change_options: false,
    why_no_option_order: done,
  }),
  unpaid: {
    ...confirmed,
    sale: {
      options,
      orders: [{ ...order, status: 'unpaid', pay_method: 'webcvs', payment_period_end_on: '2026-11-26', has_receipt: false }],
    },
  },
  plain: {
    ...inState({ can_change_options: false, why_no_option_order: 'オプション工事は利用できません。' }),
    letter: { ...letter, 断水: '', 停電: '', トイレ: '', 騒音: '', エレベーター: '' },
    sale: { options: [], orders: [] },
    documents: [],
    equipments: [],
  },
}
