import { formatDayLong, formatMomentLong } from '@toguchi/domain/calendar/day'
import type { SheetKind } from '@toguchi/domain/rooms/sheet-kind'
import { presenceLabels, presenceMethods } from '@toguchi/domain/rooms/presence'
import type { SheetConstruction } from './queries.ts'

export const phoneHours = '受付 平日9:00〜17:00'

/** What is different from kind to kind; the words that a resident reads first. */
export const headOf = (construction: SheetConstruction, kind: SheetKind) => {
  const works = construction.name ?? '工事'
  const deadline = construction.schedule_change_end_on === null ? '' : `${formatDayLong(construction.schedule_change_end_on)}まで`
  const heads = {
    information: {
      heading: '工事のお知らせと日程のご案内',
      greeting: `${decisionOf(construction)}各住戸の室内に入っておこなう工事を予定しています。下の日時でご都合がよいかご確認ください。`,
      date_heading: 'お宅の工事日（予定）',
      deadline: '',
      deadline_heading: '',
      way_in: 'スマートフォンで日程の確認・変更ができます',
      phone_heading: 'お電話でも承ります',
    },
    reminder: {
      heading: '【再度のお願い】工事日のご回答',
      greeting:
        '先日お届けした案内状につきまして、まだご回答をいただいておりません。下の日時でよろしいか、ご変更をご希望か、お手数ですがお知らせください。行き違いでご回答いただいておりましたら、ご容赦ください。',
      date_heading: 'お宅の工事日（予定）',
      deadline,
      deadline_heading: 'ご回答の締切',
      way_in: 'スマートフォンならすぐにご回答いただけます',
      phone_heading: 'お電話でのご回答',
    },
    decision: {
      heading: '工事日決定のお知らせ',
      greeting: '先日ご案内した工事の日程が決まりましたので、お知らせいたします。当日はご協力をお願いいたします。',
      date_heading: 'お宅の工事日（決定）',
      deadline: '',
      deadline_heading: '',
      way_in: 'スマートフォンでいつでもご確認いただけます',
      phone_heading: 'ご都合が悪くなったときはお電話ください',
    },
  } as const satisfies Record<SheetKind, unknown>
  return { works, title: `${works} ${heads[kind].heading}`, ...heads[kind] }
}

const decisionOf = ({ owners_association, owners_association_decided_on }: SheetConstruction): string =>
  owners_association_decided_on === null
    ? ''
    : `${formatDayLong(owners_association_decided_on)}の${owners_association ?? '管理組合'}の決議にもとづき、`

/** The company that does the works and the one that manages the building. */
export const issuerOf = (construction: SheetConstruction): string =>
  [construction.prime_contractor ?? construction.client_name, construction.management_company ?? '']
    .filter(text => text !== '')
    .join('　／　')

const namedCrews = 4
/** Who comes: the crews, the first few of many, or the company itself. */
export const crewsOf = ({ contractors, client_name }: SheetConstruction): string => {
  const named = contractors.slice(0, namedCrews).join('、')
  if (named === '') return client_name
  return contractors.length > namedCrews ? `${named} ほか${contractors.length - namedCrews}社` : named
}

const namedPlaces = 4
/** Where things have to be cleared away: where it is worked, as far as that is entered. */
const placesOf = ({ places }: SheetConstruction): string =>
  places.length === 0
    ? '玄関と作業する場所'
    : `玄関と作業する場所（${places.slice(0, namedPlaces).join('、')}${places.length > namedPlaces ? ' など' : ''}）`

/** The 説明会, while it is to come: a paper that is printed later invites to nothing that is over. */
export const invitationOf = ({ briefing_session_at }: SheetConstruction, now: Date): { head: string; body: string }[] =>
  briefing_session_at === null || briefing_session_at <= now ? [] : [{ head: '工事説明会', body: formatMomentLong(briefing_session_at) }]

/** What people telephone about, answered before they do. */
export const rowsOfSheet = (construction: SheetConstruction, kind: SheetKind, now: Date): { head: string; body: string }[] => [
  { head: 'お部屋への入室', body: `作業員が室内に入ります。担当は ${crewsOf(construction)} です。名札と腕章を着用してうかがいます。` },
  { head: 'お願いしたい準備', body: `${placesOf(construction)}のまわり約1mの荷物を移動しておいてください。` },
  ...(kind === 'decision'
    ? [{ head: '不在の場合', body: '代理の方の立会いでもかまいません。ご都合が悪くなったときは、必ずご連絡ください。' }]
    : [
        {
          head: '立会いの方法',
          body: `次からお選びください：${presenceChoices}。ご不在の場合の方法も、スマートフォンかお電話でお知らせください。`,
        },
      ]),
  { head: '費用', body: '工事の費用はかかりません。ご希望の方だけのオプション工事は有料です。' },
  ...(kind === 'information' ? invitationOf(construction, now) : []),
  ...(construction.schedule_change_end_on === null || kind !== 'information'
    ? []
    : [
        {
          head: '日程変更の締切',
          body: `${formatDayLong(construction.schedule_change_end_on)}まで。締切後はお電話でご相談ください。`,
        },
      ]),
]

/** Whoever must be let in is not offered to stay outside. */
export const presenceWords: readonly string[] = presenceMethods
  .filter(method => method !== 'unattended')
  .map(method => presenceLabels[method])
/** Numbered, as people name them on the telephone. */
const presenceChoices = presenceWords.map((word, at) => `${'①②③④'[at] ?? ''}${word}`).join('　')
