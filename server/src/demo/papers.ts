import { addDays, formatDayWithoutWeekday, instantOf } from '@toguchi/domain/calendar/day'
import { photoTimings } from '@toguchi/domain/photos/labels'
import { placePosition } from '@toguchi/domain/photos/required-photos'
import sharp from 'sharp'
import { renderTypst } from '../printing/render-paper.ts'
import type { Town } from './constructions.ts'
import { drawSitePhoto } from './pictures.ts'

interface Paper {
  title: string
  to?: string
  sections: { heading: string; lines: string[]; steps?: true }[]
}

const notice: Paper = {
  title: 'インターホン設備更新工事のお知らせ',
  to: '居住者の皆様',
  sections: [
    {
      heading: '工事の内容',
      lines: [
        '各住戸の室内親機と玄関子機、集合玄関機を新しい機器に交換します。お部屋の中での作業時間は、1戸あたり約60分です。',
        '作業中は、玄関のドアを開けたままにさせていただきます。',
      ],
    },
    {
      heading: '当日までのお願い',
      steps: true,
      lines: [
        '室内親機のまわり（左右50センチ、手前1メートル）の家具や荷物を移動してください。',
        '工事日時にご在宅いただけない場合は、居住者ページまたはお電話で日程をご変更ください。',
        '室内親機に録画が残っている場合は、必要な映像を確認しておいてください。交換後は見られなくなります。',
      ],
    },
  ],
}
const briefing: Paper = {
  title: '工事説明会の資料',
  to: '居住者の皆様',
  sections: [
    {
      heading: '工事の流れ',
      steps: true,
      lines: ['共用部の配線と集合玄関機の交換', '各住戸の機器の交換（1日6戸）', '動作確認と取扱いのご説明'],
    },
    {
      heading: 'よくあるご質問',
      lines: [
        '工事の途中でも、これまでのインターホンはお使いいただけます。切替えの当日だけ、午前中に呼出しができない時間があります。',
        '費用のご負担はありません。オプションをお申し込みの場合のみ、代金をお支払いいただきます。',
      ],
    },
  ],
}
const manual: Paper = {
  title: '室内親機 かんたん取扱説明書',
  sections: [
    {
      heading: '来客に応答する',
      steps: true,
      lines: ['呼出音が鳴ったら、画面で相手を確認します。', '通話ボタンを押して話します。', 'もう一度押すと通話が終わります。'],
    },
    { heading: '録画を見る', steps: true, lines: ['再生ボタンを押します。', '左右の矢印で前後の録画に移ります。'] },
    { heading: 'お手入れ', lines: ['乾いた柔らかい布で軽くふいてください。ベンジンやシンナーは使わないでください。'] },
  ],
}
const procedure: Paper = {
  title: '室内親機・玄関子機 施工要領書',
  to: '施工担当者各位',
  sections: [
    {
      heading: '作業手順',
      steps: true,
      lines: [
        '在宅確認のうえ、養生を行う。',
        '既設機器の配線を記録し、施工前の写真を撮影する。',
        '分電盤の該当回路を切り、無電圧を検電器で確認する。',
        '新しい取付金具を固定し、配線を接続して施工中の写真を撮影する。',
        '通電後、呼出し・通話・解錠・警報の各動作を確認する。',
      ],
    },
    { heading: '注意事項', lines: ['火災警報の移報線は、管理室に連絡してから切り離すこと。復旧後は移報試験の結果を記録すること。'] },
  ],
}
const minutes: Paper = {
  title: '着工前打合せ記録',
  sections: [
    {
      heading: '決定事項',
      steps: true,
      lines: ['作業時間は9時から17時までとし、日曜・祝日は行わない。', '資材は地下1階の倉庫に置く。鍵は管理員が保管する。'],
    },
    { heading: '持ち帰り事項', lines: ['予備機の台数（メーカーに確認のうえ、次回までに回答）'] },
  ],
}
const bylaws: Paper = {
  title: '専有部分の修繕等に関する細則（抜粋）',
  sections: [
    { heading: '工事のできる時間', lines: ['平日および土曜日の午前9時から午後5時まで。日曜・祝日および年末年始は行わない。'] },
    { heading: 'エレベーターの使用', lines: ['資材の搬入は管理員に届け出のうえ、養生を行って2号機を使用する。'] },
  ],
}

const warranty: Paper = {
  title: '製品保証書',
  to: '管理組合 理事長 様',
  sections: [
    {
      heading: '保証の内容',
      lines: [
        '本工事で取り付けた集合玄関機、住宅情報盤、玄関子機について、正常な使用状態で故障した場合は、保証期間中、無償で修理いたします。',
        '保証期間は、工事の引渡しの日から2年間です。施工に起因する不具合は、同じ期間、施工者が責任をもって直します。',
      ],
    },
    {
      heading: '保証の対象とならないもの',
      steps: true,
      lines: [
        '取扱説明書と異なる使い方、改造、落下による故障や損傷。',
        '火災、地震、落雷、浸水その他の天災による故障や損傷。',
        'お引渡し後に他の工事によって生じた不具合。',
      ],
    },
    { heading: 'ご連絡先', lines: ['戸口設備株式会社 保守受付　0120-000-111（平日 9:00〜17:00）'] },
  ],
}
const testReport: Paper = {
  title: '幹線・共用機器 試験成績書',
  to: '管理組合 理事長 様',
  sections: [
    {
      heading: '試験の結果',
      steps: true,
      lines: [
        '幹線の絶縁抵抗：全系統 20 MΩ 以上。判定 良。',
        '集合玄関機からの呼出し・通話・解錠：全12戸で確認。判定 良。',
        '火災警報の移報：住宅情報盤から管理室親機まで全12戸で確認。判定 良。',
        '停電時の予備電源：60分の動作を確認。判定 良。',
      ],
    },
    { heading: '使用した測定器', lines: ['絶縁抵抗計（125V／250V）、デジタルマルチメータ。校正の有効期限内であることを確認しました。'] },
  ],
}

const rendered = new Map<Paper, Promise<Buffer>>()
const printed = (paper: Paper, { today, door: { platform } }: Town): Promise<Buffer> => {
  const cached = rendered.get(paper)
  if (cached) return cached
  const pdf = renderTypst(platform, '../demo/demo-paper.typ', {
    title: paper.title,
    to: paper.to ?? '',
    from: '戸口設備株式会社',
    day: formatDayWithoutWeekday(addDays(today, -20)),
    sections: paper.sections.map(section => ({ ...section, steps: section.steps ?? false })),
  })
  rendered.set(paper, pdf)
  return pdf
}

/** A plan with lines and boxes, as somebody scanned it. */
const plan = (words: readonly string[]): Promise<Buffer> => {
  const boxes = words.map((word, at) => {
    const x = 90 + (at % 3) * 360
    const y = 150 + Math.floor(at / 3) * 230
    return `<rect x="${x}" y="${y}" width="250" height="120" fill="#fff" stroke="#27424d" stroke-width="4"/>
      <path d="M${x + 250} ${y + 60} h110 M${x + 125} ${y + 120} v110" stroke="#2f6f8f" stroke-width="4" stroke-dasharray="14 8"/>
      <text x="${x + 125}" y="${y + 70}" font-size="30" text-anchor="middle" font-family="sans-serif" fill="#1b2a30">${word}</text>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="850"><rect width="1200" height="850" fill="#f9f8f3"/><rect x="30" y="30" width="1140" height="790" fill="none" stroke="#27424d" stroke-width="3"/>${boxes.join('')}</svg>`
  return sharp(Buffer.from(drawing)).png({ palette: true }).toBuffer()
}

interface Kept {
  name: string
  bytes: Promise<Buffer>
  extension: 'pdf' | 'png'
}
const pdf = (name: string, paper: Paper, town: Town): Kept => ({ name, bytes: printed(paper, town), extension: 'pdf' })

const keep = async (
  { door, company }: Town,
  address: string,
  resource: string,
  { name, bytes, extension }: Kept,
  more: Record<string, string> = {},
) => {
  const called = resource === 'handling_equipment' ? 'file_name' : 'title'
  await door.upload(
    company.staff,
    address,
    resource,
    { [called]: name, ...more },
    {
      fileName: `${name}.${extension}`,
      bytes: await bytes,
      contentType: extension === 'pdf' ? 'application/pdf' : 'image/png',
    },
  )
}

/** What residents of a construction find on their pages. */
export const keepPapersForResidents = async (town: Town, constructionId: number): Promise<void> => {
  const address = `/api/constructions/${constructionId}`
  await keep(town, `${address}/documents`, 'document', pdf('工事説明会の資料', briefing, town))
  await keep(town, `${address}/documents`, 'document', pdf('インターホン設備更新工事のお知らせ', notice, town))
  await keep(town, `${address}/handling_equipments`, 'handling_equipment', pdf('室内親機 かんたん取扱説明書', manual, town))
}

/** What craftsmen and the office keep about a construction and its building. */
export const keepPapers = async (town: Town, constructionId: number, buildingId: number): Promise<void> => {
  const address = `/api/constructions/${constructionId}`
  await keep(town, `${address}/attachment_files`, 'attachment_file', pdf('施工要領書', procedure, town))
  await keep(town, `${address}/attachment_files`, 'attachment_file', {
    name: '搬入経路図',
    bytes: plan(['搬入口', '2号機', '地下倉庫', '管理室', '各階EVホール', 'PS']),
    extension: 'png',
  })
  await keep(town, `${address}/in_house_documents`, 'in_house_document', pdf('着工前打合せ記録', minutes, town))
  await keep(town, `${address}/handling_equipments`, 'handling_equipment', pdf('玄関子機 施工要領書', procedure, town), { for_app: 'true' })
  await keepPapersForResidents(town, constructionId)
  const building = `/api/buildings/${buildingId}/building_documents`
  await keep(town, building, 'building_document', pdf('専有部分の修繕等に関する細則', bylaws, town))
  await keep(town, building, 'building_document', {
    name: 'インターホン系統図',
    bytes: plan(['集合玄関機', '制御装置', '管理室親機', '1〜3階幹線', '4〜5階幹線', '住戸親機']),
    extension: 'png',
  })
}

/** Who stands on the boards: the contractor of the works, as finished jobs have it. */
export const signboardContractor = async ({ door, company }: Town): Promise<number> => {
  const name = '湘南電設株式会社'
  const address = '/api/electronic_signboard_contractors'
  const { electronic_signboard_contractors: boards } = await door.call<{
    electronic_signboard_contractors: { id: number; name: string }[]
  }>(company.staff, 'GET', address)
  const there = boards.find(board => board.name === name)
  if (there !== undefined) return there.id
  const { electronic_signboard_contractor: made } = await door.call<{ electronic_signboard_contractor: { id: number } }>(
    company.staff,
    'POST',
    address,
    { electronic_signboard_contractor: { name } },
  )
  return made.id
}

export const sayWorkKind = ({ door, company }: Town, constructionId: number) =>
  door.call(company.staff, 'PATCH', `/api/constructions/${constructionId}/signboard`, {
    signboard: { corner: 'lower_left', work_kind: '電気通信設備工事' },
  })

/** The common area before and during the work, with the electronic signboard; the last photos are still to be taken. */
export const photographCommonArea = async (town: Town, constructionId: number): Promise<void> => {
  const { door, company, today } = town
  const { construction } = await door.call<{
    construction: { common_photography_places: { id: number }[] }
  }>(company.staff, 'PATCH', `/api/constructions/${constructionId}`, {
    form_type: 'photography_places',
    construction: {
      use_electronic_signboard: true,
      electronic_signboard_type: 'board',
      electronic_signboard_contractor_id: await signboardContractor(town),
      common_photography_places_attributes: [
        {
          photography_place_id: company.places[3],
          before_construction: true,
          under_construction: false,
          after_construction: true,
          remarks: '移報の表示灯が写るように撮影',
        },
      ],
    },
  })
  await sayWorkKind(town, constructionId)
  for (const [at, { id }] of construction.common_photography_places.entries())
    for (const [day, timing] of photoTimings.slice(0, at === 0 ? 2 : 1).entries()) {
      const filmedAt = instantOf(addDays(today, -10 + day * 2), at === 0 ? '09:40' : '11:15')
      door.setNow(filmedAt)
      for (let shot = 0; shot < (at === 0 ? 2 : 1); shot += 1)
        await door.photo(
          company.craftsman,
          `/api/constructions/${constructionId}/common_area_images`,
          'common_area_image',
          { position: placePosition(id), timing, filming_at: filmedAt.toISOString() },
          // 集合玄関機 and 管理室親機 hang on a wall.
          await drawSitePhoto(1, timing, id + shot * 5, new Date(filmedAt.getTime() + shot * 90_000)),
        )
    }
}

/** What is handed over with a finished job, besides what the job itself made. */
export const keepFinishedPapers = async (town: Town, constructionId: number): Promise<void> => {
  const address = `/api/constructions/${constructionId}`
  await keep(town, `${address}/attachment_files`, 'attachment_file', pdf('製品保証書', warranty, town))
  await keep(town, `${address}/attachment_files`, 'attachment_file', pdf('幹線・共用機器 試験成績書', testReport, town))
  await keep(town, `${address}/handling_equipments`, 'handling_equipment', pdf('室内親機 かんたん取扱説明書', manual, town))
}
