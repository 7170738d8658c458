import type { ClientId } from '@toguchi/domain/access/actor'
import type { DisplayFormat } from '@toguchi/domain/accounts/labels'
import type { ConstructionType } from '@toguchi/domain/constructions/labels'
import { findClient } from '../clients/clients.ts'
import type { Door, Person } from './door.ts'
import { mobileNumber, personName } from './people.ts'
import { drawOptionPicture } from './pictures.ts'
import { findMasters, insertPerson, insertPlatformPerson, setDemoPassword } from './queries.ts'

/** A company of the town with what its constructions need. */
export interface Company {
  clientId: ClientId
  cd: string
  staff: Person
  staffId: number
  craftsman: Person
  contractors: { id: number; craftsmanIds: number[] }[]
  supplier: { id: number; staffId: number }
  places: number[]
  options: { id: number; name: string; price: number }[]
  orders: { id: number; name: string }[]
  reasons: { id: number; name: string }[]
}

/** The platform's own two; the operator works in the first company. */
export const buildPlatformPeople = async (door: Door, password_digest: string): Promise<{ admin: Person; operatorId: number }> => {
  const { operator, admin } = await door.platform.pool.write(null, async db => ({
    operator: await insertPlatformPerson(db, 'operators', {
      login_id: 'operator01',
      name: '山田 恵',
      email: 'operator01@example.jp',
      password_digest,
    }),
    admin: await insertPlatformPerson(db, 'admins', {
      login_id: 'admin01',
      name: '運営 太郎',
      email: 'admin01@example.jp',
      password_digest,
    }),
  }))
  return { admin: await door.enter('admin', null, admin.id), operatorId: operator.id }
}

const registerCompany = async (
  door: Door,
  admin: Person,
  cd: string,
  name: string,
  short: string,
  address: string,
  login: string,
): Promise<ClientId> => {
  const { client } = await door.call<{ client: { id: number } }>(admin, 'POST', '/api/clients', {
    client: {
      cd,
      name,
      name_abbreviation: short,
      address,
      representative_name: personName(Number(cd)),
      representative_email: `info@${cd}.example.jp`,
      representative_phone: '0312345678',
      use_optional_construction: true,
      use_cash_payment: true,
      construction_staff_default_display_name: `${short} 工事担当`,
      staff_admin: { name: personName(Number(cd) + 3), email: `${login}@example.jp`, login_id: login },
    },
  })
  const company = await door.platform.pool.read(null, db => findClient(db, client.id))
  if (!company) throw new Error(`the company ${cd} was not registered`)
  return company.id
}

/** 001: the company whose accounts are those of G-ACC-27. */
export const buildFirstCompany = async (door: Door, admin: Person, digest: string): Promise<Company> => {
  const cd = '001'
  const clientId = await registerCompany(
    door,
    admin,
    cd,
    '東都リニューアル株式会社',
    '東都リニューアル',
    '東京都千代田区神田錦町3-20',
    'staffadmin01',
  )
  const staffAdminId = await door.platform.pool.write(clientId, db => setDemoPassword(db, clientId, 'staffadmin01', digest))
  const boss = await door.enter('user', clientId, staffAdminId)
  const department = async (name: string) =>
    (await door.call<{ department: { id: number } }>(boss, 'POST', '/api/departments', { department: { name } })).department.id
  const sales = await department('営業部')
  const works = await department('工事部')
  const person = (
    type: 'Staff' | 'Craftsman',
    login_id: string,
    name: string,
    seed: number,
    over: { contractor_id?: number; department_id?: number; can_register_staff?: boolean; default_display_format?: DisplayFormat } = {},
  ) =>
    door.platform.pool.write(clientId, db =>
      insertPerson(db, {
        client_id: clientId,
        type,
        login_id,
        name,
        email: `${login_id}@example.jp`,
        phone: mobileNumber(seed),
        password_digest: digest,
        ...over,
      }),
    )
  const staffId = await person('Staff', 'staff01', '佐藤 花子', 11, { department_id: works })
  await person('Staff', 'staff02', '髙橋 誠', 12, { department_id: sales, can_register_staff: true, default_display_format: 'grid' })
  const staff = await door.enter('user', clientId, staffId)

  const contractor = async (name: string, primary_contractor_id: number | null = null) =>
    (
      await door.call<{ contractor: { id: number } }>(staff, 'POST', '/api/contractors', {
        contractor: {
          name,
          representative_name: personName(name.length),
          address: '神奈川県川崎市中原区新丸子町727',
          primary_contractor_id,
        },
      })
    ).contractor.id
  const shonan = await contractor('湘南電設株式会社')
  const tama = await contractor('多摩通信工業', shonan)
  const johoku = await contractor('城北設備工業株式会社')
  const craftsmanId = await person('Craftsman', 'craftsman01', '村上 勇', 21, { contractor_id: shonan })
  const second = await person('Craftsman', 'craftsman02', '𠮷田 翔', 22, { contractor_id: tama })
  const third = await person('Craftsman', 'craftsman03', '濵田 直樹', 23, { contractor_id: shonan })
  const fourth = await person('Craftsman', 'craftsman04', '石井 拓也', 24, { contractor_id: johoku })
  const masters = await buildMasters(door, clientId, staff)
  return {
    clientId,
    cd,
    staff,
    staffId,
    craftsman: await door.enter('user', clientId, craftsmanId),
    contractors: [
      { id: shonan, craftsmanIds: [craftsmanId, third] },
      { id: tama, craftsmanIds: [second] },
      { id: johoku, craftsmanIds: [fourth] },
    ],
    ...masters,
  }
}

/** 002 and 900: what other companies have must stay theirs, so there is something to see. */
export const buildOtherCompany = async (
  door: Door,
  admin: Person,
  digest: string,
  cd: '002' | '900',
  name: string,
  short: string,
): Promise<Company> => {
  const login = `staffadmin${cd}`
  const clientId = await registerCompany(door, admin, cd, name, short, '神奈川県横浜市西区北幸2-5-15', login)
  const staffId = await door.platform.pool.write(clientId, db => setDemoPassword(db, clientId, login, digest))
  const staff = await door.enter('user', clientId, staffId)
  const { contractor } = await door.call<{ contractor: { id: number } }>(staff, 'POST', '/api/contractors', {
    contractor: { name: `${short}協力会`, representative_name: null, address: null, primary_contractor_id: null },
  })
  const craftsmanId = await door.platform.pool.write(clientId, db =>
    insertPerson(db, {
      client_id: clientId,
      type: 'Craftsman',
      login_id: `craftsman${cd}`,
      name: personName(Number(cd) + 8),
      email: `craftsman${cd}@example.jp`,
      phone: mobileNumber(Number(cd)),
      password_digest: digest,
      contractor_id: contractor.id,
    }),
  )
  return {
    clientId,
    cd,
    staff,
    staffId,
    craftsman: await door.enter('user', clientId, craftsmanId),
    contractors: [{ id: contractor.id, craftsmanIds: [craftsmanId] }],
    ...(await buildMasters(door, clientId, staff)),
  }
}

const buildMasters = async (door: Door, clientId: ClientId, staff: Person) => {
  const { supplier, supplier_staffs } = await door.call<{ supplier: { id: number }; supplier_staffs: { id: number }[] }>(
    staff,
    'POST',
    '/api/suppliers',
    {
      supplier: {
        name: '日本住宅管理株式会社',
        address: '東京都港区芝浦3-4-1',
        representative_phone: '0398765432',
        supplier_staffs_attributes: [{ name: '大野 直人' }, { name: '三浦 千鶴' }],
      },
    },
  )
  const places: number[] = []
  for (const name of ['玄関子機', '住宅情報盤', '集合玄関機', '管理室親機'])
    places.push(
      (
        await door.call<{ photography_place: { id: number } }>(staff, 'POST', '/api/photography_places', {
          photography_place: { name, remarks: null },
        })
      ).photography_place.id,
    )
  const options = await buildOptions(door, staff)
  await buildReports(door, staff)
  return {
    supplier: { id: supplier.id, staffId: supplier_staffs[0]?.id ?? 0 },
    places,
    options,
    ...(await door.platform.pool.read(clientId, db => findMasters(db, clientId))),
  }
}

const buildOptions = async (door: Door, staff: Person): Promise<Company['options']> => {
  const options: Company['options'] = []
  for (const [name, price, description, device] of [
    ['玄関子機カメラ付きへの交換', 18_000, '玄関子機をカメラ付きのものに交換し、来客の顔を見て応対できるようにします。', 'doorbell'],
    ['住宅情報盤の録画機能', 12_000, 'お留守のあいだの来客を、住宅情報盤が自動で録画します。', 'recording_panel'],
    ['ワイヤレス子機', 9_800, '離れたお部屋でも応対できる持ち運び式の子機を1台お渡しします。', 'handset'],
  ] as const) {
    const fields = {
      name,
      price: String(price),
      description: `${description}工事と同じ日に取り付けます。`,
      duration: '約30分',
      cancellation_note: '工事の前日まで無料です',
    }
    const picture = { field: 'picture', fileName: `${name}.jpg`, bytes: await drawOptionPicture(device), contentType: 'image/jpeg' }
    const { option } = await door.upload<{ option: { id: number } }>(staff, '/api/options', 'option', fields, picture)
    options.push({ id: option.id, name, price })
  }
  return options
}

/** Besides the template that every company starts with: one for inspections, and comments ready to insert (G-MAS-06). */
const buildReports = async (door: Door, staff: Person) => {
  const answers = (...names: string[]) => names.map((name, at) => ({ name, is_default: at === 0 }))
  const { completion_report } = await door.call<{ completion_report: { id: number } }>(staff, 'POST', '/api/completion_reports', {
    completion_report: {
      name: '消防用設備点検報告書',
      remarks: '感知器・受信機・住宅用自動火災報知設備の点検に使います。',
      completion_report_items_attributes: [
        { name: '感知器の外観', completion_report_item_units_attributes: answers('異常なし', '要交換', '未点検') },
        { name: '作動試験', completion_report_item_units_attributes: answers('正常', '不良') },
        { name: '住宅情報盤の警報音', completion_report_item_units_attributes: answers('正常', '不良', '機器なし') },
      ],
    },
  })
  const { completion_report_settings } = await door.call<{
    completion_report_settings: { construction_type: ConstructionType; completion_report_id: number | null }[]
  }>(staff, 'GET', '/api/completion_report_settings')
  await door.call(staff, 'PATCH', '/api/completion_report_settings', {
    completion_report_settings_attributes: completion_report_settings.map(({ construction_type, completion_report_id }) =>
      construction_type === 'inspection'
        ? {
            construction_type,
            completion_report_id: completion_report.id,
            completion_comment: '点検を実施し、異常がないことを確認しました。',
          }
        : { construction_type, completion_report_id, completion_comment: '施工後の動作確認を行い、取扱説明書をお渡ししました。' },
    ),
  })
  for (const contents of [
    '動作確認済み。異常ありません。',
    '取扱説明書をお渡しし、操作方法をご説明しました。',
    '壁紙に既存のはがれがあることを、施工前にご確認いただきました。',
    '不在のため管理員様立会いのもとで施工しました。',
  ])
    await door.call(staff, 'POST', '/api/comment_lists', { comment_list: { contents } })
}
