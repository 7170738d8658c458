import { formatDay, formatDayLong, formatDayWithoutWeekday, formatInstant, todayInTokyo } from '@toguchi/domain/calendar/day'
import { bookTitle, interimTitle } from '@toguchi/domain/completion-books/sections'
import { contractPeriod } from '@toguchi/domain/constructions/contract-period'
import { constructionTypeLabels, securityEquipmentLabels } from '@toguchi/domain/constructions/labels'
import { roomStatusLabels } from '@toguchi/domain/rooms/labels'
import { formatTelephone } from '@toguchi/domain/text/telephone'
import type { AttachmentRow, BookConstruction, BookRoom, PostponedRow, WhyNotBound } from './content-queries.ts'

/** What completion-book.typ draws; every page says its kind. */
const template = '../completion-books/completion-book.typ'
const ownPages = (data: { kind: string; heading: string } & Record<string, unknown>) => ({
  template,
  data: { title: bookTitle, ...data },
})

interface Fact {
  head: string
  body: string
}
/** Facts that are known: what nobody entered has no row. */
const factsOf = (rows: readonly (readonly [head: string, body: string | null | undefined])[]): Fact[] =>
  rows.flatMap(([head, body]) => (body ? [{ head, body }] : []))

const dayText = (day: string | null): string => (day === null ? '' : formatDayWithoutWeekday(day))
const periodText = (start: string | null, end: string | null): string =>
  start === null && end === null ? '' : `${dayText(start)} 〜 ${dayText(end)}`

export const worksOf = ({ name, cd }: BookConstruction): string => name ?? cd
const issuerOf = ({ prime_contractor, client_name }: BookConstruction): string => prime_contractor ?? client_name
const ordererOf = ({ owners_association, supplier_name, building_name }: BookConstruction): string =>
  owners_association ?? supplier_name ?? building_name

export interface CoverFacts {
  number: number
  interim: boolean
  made_at: Date
  /** 第1分冊（全3分冊）, where there are several. */
  volume: string
}

export const coverPage = (construction: BookConstruction, { number, interim, made_at, volume }: CoverFacts) => {
  const { start, end } = contractPeriod(construction)
  return ownPages({
    kind: 'cover',
    heading: bookTitle,
    works: worksOf(construction),
    building: construction.building_name,
    volume,
    note: interim ? interimTitle : '',
    facts: factsOf([
      ['工期', periodText(start, end)],
      ['発注者', construction.owners_association],
      ['管理番号', construction.manage_no],
      ['作成', `${formatDayLong(todayInTokyo(made_at))}　第${number}版${interim ? `（${interimTitle}）` : ''}`],
    ]),
    issuer: issuerOf(construction),
  })
}

export interface ContentsEntries {
  volumes: boolean
  /** `to`: where a press on it leads, an address of `linkToPage`; empty where that stands in another volume. */
  entries: { title: string; volume: string; page: string; to: string }[]
  rooms: { name: string; report: string; report_to: string; photos: string; photos_to: string }[]
}
export const contentsPage = (contents: ContentsEntries) => ownPages({ kind: 'contents', heading: '目次', ...contents })

export const constructionPage = (construction: BookConstruction, rooms: readonly BookRoom[]) => {
  const completed = rooms.filter(({ status }) => status === 'completed')
  const days = completed.flatMap(({ completed_at }) => (completed_at === null ? [] : [todayInTokyo(completed_at)])).toSorted()
  const { start, end } = contractPeriod(construction)
  return ownPages({
    kind: 'facts',
    heading: '工事概要',
    note: '',
    groups: [
      {
        head: '工事',
        rows: factsOf([
          ['工事名', construction.name],
          ['管理番号', construction.manage_no],
          ['工事種別', construction.construction_type === null ? null : constructionTypeLabels[construction.construction_type]],
          ['セキュリティ設備', construction.security_equipment === null ? null : securityEquipmentLabels[construction.security_equipment]],
        ]),
      },
      {
        head: '物件',
        rows: factsOf([
          ['物件名', construction.building_name],
          ['住所', construction.building_address],
          ['総戸数', `${construction.number_of_houses ?? rooms.length}戸`],
        ]),
      },
      {
        head: '期間',
        rows: factsOf([
          ['工期', periodText(start, end)],
          ['共用部工事', periodText(construction.common_area_start_on, construction.common_area_end_on)],
          ['共用部工事（2回目）', periodText(construction.second_common_area_start_on, construction.second_common_area_end_on)],
          ['専有部工事', periodText(construction.privately_area_start_on, construction.privately_area_end_on)],
          ['専有部の施工日', days.length === 0 ? '' : periodText(days[0] ?? null, days.at(-1) ?? null)],
        ]),
      },
      {
        head: '施工の結果',
        rows: factsOf([
          ['対象の部屋', `${rooms.length}部屋`],
          ['完了', `${completed.length}部屋`],
          ['未完了', completed.length === rooms.length ? '' : `${rooms.length - completed.length}部屋`],
        ]),
      },
    ].filter(({ rows }) => rows.length > 0),
  })
}

/** People are named only where the book is to have names (with_names); companies always. */
export const participantsPage = (construction: BookConstruction, withNames: boolean) => {
  const person = (name: string | null) => (withNames ? name : null)
  return ownPages({
    kind: 'facts',
    heading: '工事関係者',
    note: '',
    groups: [
      {
        head: '発注者',
        rows: factsOf([
          ['管理組合', construction.owners_association],
          ['契約代表者', person(construction.contract_representative)],
          ['管理会社', construction.management_company],
          ['管理員', person(construction.manager)],
          ['物件の電話番号', person(construction.building_phone && formatTelephone(construction.building_phone))],
          ['取引先', construction.supplier_name],
          ['取引先の担当者', person(construction.supplier_staff_name)],
        ]),
      },
      {
        head: '元請',
        rows: factsOf([
          ['元請', issuerOf(construction)],
          [
            '住所',
            construction.prime_contractor === null || construction.prime_contractor === construction.client_name
              ? construction.client_address
              : null,
          ],
          ['営業担当', person(construction.sales_representative)],
          ['工事担当', person(construction.construction_representative)],
          ['緊急連絡先', person(construction.emergency_phone_number && formatTelephone(construction.emergency_phone_number))],
        ]),
      },
      {
        head: '施工業者',
        rows: construction.contractors.map(({ name, craftsmen }, at) => ({
          head: construction.contractors.length > 1 ? `施工業者 ${at + 1}` : '施工業者',
          body: withNames && craftsmen.length > 0 ? `${name}\n${craftsmen.join('、')}` : name,
        })),
      },
    ].filter(({ rows }) => rows.length > 0),
  })
}

export const roomTitleOf = ({ name, block_name }: Pick<BookRoom, 'name' | 'block_name'>): string =>
  block_name === null ? name : `${block_name}　${name}`

/** When each room was visited, and by whose crew. */
export type Visits = ReadonlyMap<number, { date: string | null; contractor_name: string | null }>

const stateText = (room: BookRoom): string =>
  room.status === 'completed'
    ? room.closed_at === null
      ? '完了（完了確定前）'
      : '完了'
    : room.closed_at === null
      ? roomStatusLabels[room.status]
      : `未完了のまま完了確定${room.incomplete_reason === null ? '' : `（${room.incomplete_reason}）`}`

export const roomsPage = (construction: BookConstruction, rooms: readonly BookRoom[], visits: Visits) =>
  ownPages({
    kind: 'list',
    heading: '部屋一覧（施工日）',
    lead: '',
    columns: [
      { head: '部屋', wide: 30 },
      { head: '施工日', wide: 36 },
      { head: '施工業者', wide: 0 },
      { head: '状態', wide: 36 },
      { head: '完了確定日', wide: 24 },
    ],
    rows: rooms.map(room => {
      const visit = visits.get(room.id)
      const day = room.status === 'completed' ? (visit?.date ?? null) : null
      return [
        roomTitleOf(room),
        day === null ? '' : formatDayLong(day),
        room.status === 'completed' ? (visit?.contractor_name ?? construction.contractors.map(({ name }) => name).join('、')) : '',
        stateText(room),
        room.closed_at === null ? '' : formatDay(todayInTokyo(room.closed_at)),
      ]
    }),
  })

export const remainingPage = (rooms: readonly BookRoom[], postponed: readonly PostponedRow[]) => {
  const byRoom = Map.groupBy(postponed, ({ room_id }) => room_id)
  const rows = rooms
    .filter(room => byRoom.has(room.id) || room.status === 'reschedule' || (room.closed_at !== null && room.status !== 'completed'))
    .map(room => [
      roomTitleOf(room),
      (byRoom.get(room.id) ?? []).map(({ at, reason }) => `${formatInstant(at)}　${reason ?? '理由の登録なし'}`).join('\n'),
      endingOf(room),
    ])
  return ownPages({
    kind: 'list',
    heading: '残工事の記録',
    lead: rows.length === 0 ? '残工事はありませんでした。' : '当日に完了できず、別の日に行った工事と、その結果です。',
    columns: [
      { head: '部屋', wide: 34 },
      { head: '別の日にした日時と理由', wide: 0 },
      { head: '結果', wide: 58 },
    ],
    rows,
  })
}

const endingOf = (room: BookRoom): string =>
  room.completed_at !== null
    ? `${formatDay(todayInTokyo(room.completed_at))} 完了`
    : room.closed_at === null
      ? '対応中'
      : `${formatDay(todayInTokyo(room.closed_at))} 未完了のまま完了確定${room.incomplete_reason === null ? '' : `（${room.incomplete_reason}）`}`

const whyNotTexts: Readonly<Record<WhyNotBound, string>> = {
  encrypted: 'パスワード付き',
  unreadable: '読み取れません',
  too_large: 'ページ数が多すぎます',
}
/** Why an attachment stands in the list only (別添); null where it is bound in. */
export const whyApart = ({ content_type, why_not, view_key }: AttachmentRow): string | null => {
  if (content_type === 'application/pdf') return why_not === null ? null : whyNotTexts[why_not]
  if (!content_type.startsWith('image/')) return 'ExcelやWordのファイル'
  return view_key === null ? '画像を読み取れません' : null
}

/** Of what is bound in. */
const pagesOf = ({ content_type, pages }: AttachmentRow): number => (content_type === 'application/pdf' ? (pages ?? 1) : 1)

export const attachmentsPage = (attachments: readonly AttachmentRow[]) =>
  ownPages({
    kind: 'list',
    heading: '保証書・取扱説明書',
    lead:
      attachments.length === 0
        ? '綴じる資料はありません。'
        : '綴じた資料は、この一覧のあとに上から順に並びます。「別添」とある資料は、この図書とは別のファイルでお渡しします。',
    columns: [
      { head: 'No.', wide: 14 },
      { head: '資料', wide: 0 },
      { head: 'ファイル名', wide: 62 },
      { head: '綴じ方', wide: 40 },
    ],
    rows: attachments.map((attachment, at) => {
      const apart = whyApart(attachment)
      return [
        String(at + 1),
        attachment.title,
        attachment.file_name,
        apart === null ? `綴じ込み（${pagesOf(attachment)}ページ）` : `別添（${apart}）`,
      ]
    }),
  })

export const picturePage = (heading: string, picture: string) => ownPages({ kind: 'picture', heading, picture })

const letterFacts = (construction: BookConstruction): Fact[] => {
  const { start, end } = contractPeriod(construction)
  return factsOf([
    ['工事名', worksOf(construction)],
    ['工事場所', `${construction.building_name}\n${construction.building_address}`],
    ['工期', periodText(start, end)],
    ['管理番号', construction.manage_no],
  ])
}
const senderOf = (construction: BookConstruction): string[] => [issuerOf(construction), construction.client_address ?? ''].filter(Boolean)

/** What a letter says is handed over: the book, and what is in it. */
export interface HandedOver {
  whole: string
  parts: readonly string[]
}

/** 工事完了確認書: the orderer confirms that the works are done. */
export const confirmationPage = (construction: BookConstruction) =>
  ownPages({
    kind: 'letter',
    heading: '工事完了確認書',
    to: `${issuerOf(construction)}　御中`,
    from: [],
    body: '下記の工事が、契約のとおり完了したことを確認しました。',
    facts: letterFacts(construction),
    items: null,
    signer: ordererOf(construction),
  })

/** 引渡書: the works are handed over with what belongs to them. */
export const handoverPage = (construction: BookConstruction, handed: HandedOver) =>
  ownPages({
    kind: 'letter',
    heading: '引渡書',
    to: `${ordererOf(construction)}　御中`,
    from: senderOf(construction),
    body: '下記の工事が完了しましたので、次のものとともにお引き渡しします。',
    facts: letterFacts(construction),
    items: { head: '引き渡すもの', ...handed },
    signer: '',
  })

/** 受領書: that it was received. */
export const receiptPage = (construction: BookConstruction, handed: HandedOver) =>
  ownPages({
    kind: 'letter',
    heading: '受領書',
    to: `${issuerOf(construction)}　御中`,
    from: [],
    body: '下記の工事の引き渡しを受け、次のものを受領しました。',
    facts: letterFacts(construction),
    items: { head: '受領したもの', ...handed },
    signer: ordererOf(construction),
  })
