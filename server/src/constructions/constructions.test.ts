import { securityEquipments } from '@toguchi/domain/constructions/labels'
import { constructionStatuses } from '@toguchi/domain/constructions/status'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buildBuilding,
  buildClient,
  buildConstruction,
  buildContractor,
  buildEveryone,
  buildResident,
  buildUser,
  type BuiltClient,
  type BuiltPerson,
} from '../../test/build.ts'
import { planConstruction } from '../../test/planned-construction.ts'
import { countByStatus } from './constructions.ts'
import { guest, type Input, openWorld, type World } from '../../test/world.ts'

let world: World
let client: BuiltClient
let staff: BuiltPerson
let admin: BuiltPerson
let stranger: BuiltPerson
let everyone: Awaited<ReturnType<typeof buildEveryone>>
let primary: { id: number; name: string }
let sub: { id: number; name: string }
let other: { id: number; name: string }
let foreman: BuiltPerson
let helper: BuiltPerson
let outsider: BuiltPerson

beforeAll(async () => {
  world = await openWorld()
  world.setNow('2026-11-21T10:00:00+09:00')
  client = await buildClient(world)
  staff = await buildUser(world, client, 'Staff')
  admin = await buildUser(world, client, 'Staff_Admin')
  everyone = await buildEveryone(world, client)
  stranger = await buildUser(world, await buildClient(world), 'Staff_Admin')
  primary = await buildContractor(world, client, { name: '一次設備' })
  sub = await buildContractor(world, client, { name: '二次電工', primaryContractorId: primary.id })
  other = await buildContractor(world, client, { name: '他社設備' })
  foreman = await buildUser(world, client, 'Craftsman', { contractorId: primary.id })
  helper = await buildUser(world, client, 'Craftsman', { contractorId: sub.id })
  outsider = await buildUser(world, client, 'Craftsman', { contractorId: other.id })
})

type NewBody = NonNullable<Input<'POST /api/constructions'>['body']>
type ChangeBody = NonNullable<Input<'PATCH /api/constructions/:id'>['body']>

const schedule = () => ({
  assigned_contractors_attributes: [{ contractor_id: primary.id, assigned_craftsmans_attributes: [{ craftsman_id: foreman.id }] }],
  common_area_start_on: '2026-12-01',
  common_area_end_on: '2026-12-10',
  privately_area_start_on: '2026-12-11',
  privately_area_end_on: '2026-12-25',
  schedule_change_end_on: '2026-12-03',
})
const create = async (over: Partial<NewBody['construction']> = {}, formType?: NewBody['form_type']) => {
  const building_id = over.building_id ?? (await buildBuilding(world, client)).id
  const answer = await world.call(staff, 'POST /api/constructions', {
    body: { ...(formType === undefined ? {} : { form_type: formType }), construction: { ...schedule(), ...over, building_id } },
  })
  expect(answer.body.errors).toBeUndefined()
  return answer.body.construction
}
const change = (caller: BuiltPerson, id: number, construction: ChangeBody['construction'], form_type?: ChangeBody['form_type']) =>
  world.call(caller, 'PATCH /api/constructions/:id', {
    params: { id },
    body: { ...(form_type === undefined ? {} : { form_type }), construction },
  })
const show = async (id: number) => (await world.call(staff, 'GET /api/constructions/:id', { params: { id } })).body.construction
const makeOption = async (name: string, price = 1234) =>
  (await world.call(staff, 'POST /api/options', { body: { option: { name, price } } })).body.option
const makePlace = async (name: string) =>
  (await world.call(staff, 'POST /api/photography_places', { body: { photography_place: { name } } })).body.photography_place
const mailsTo = async (address: string) =>
  (await world.send(guest, 'GET', `/api/dev/mails?to=${address}`)).body['mails'] as { subject: string; body: string; cc: string[] }[]

describe('POST /api/constructions', () => {
  it("creates a construction with its code, and the building's rooms with their public ids and printed codes", async () => {
    const building = await buildBuilding(world, client)
    await world.call(staff, 'PATCH /api/buildings/:building_id/room_composition', {
      params: { building_id: building.id },
      body: {
        building: {
          floor_number: 2,
          room_number_per_floor: 2,
          rooms_attributes: [
            { row: 1, col: 1, name: '101' },
            { row: 1, col: 2, name: '102' },
            { row: 2, col: 1, name: '201' },
          ],
        },
      },
    })
    const construction = await create({ building_id: building.id })
    expect(construction).toMatchObject({
      building_id: building.id,
      building_name: building.name,
      number_of_houses: 3,
      floor_number: 2,
      room_number_per_floor: 2,
      room_count: 3,
      status: 'planned',
      manage_no: null,
      use_electronic_signboard: true,
      electronic_signboard_type: 'board',
      use_common_photo: true,
      use_private_photo: true,
      representative_completion: false,
      construction_infomation_completion: false,
      progress: { waiting: 3, reschedule: 0, completed: 0 },
    })
    expect(construction.cd).toMatch(/^K\d{6}$/)
    const [ids, codes] = await world.inClient(client.id, async db => [
      await db.selectFrom('public_ids').where('row_id', '=', construction.id).where('kind', '=', 'construction').selectAll().execute(),
      await db.selectFrom('rooms').where('construction_id', '=', construction.id).select('name').orderBy('name').execute(),
    ])
    expect(ids[0]?.uuid).toBe(construction.uuid)
    expect(codes.map(room => room.name)).toEqual(['101', '102', '201'])
  })
  it('numbers constructions without repeats, each client for itself', async () => {
    const [one, two] = [await create(), await create()]
    expect(Number(two.cd.slice(1))).toBe(Number(one.cd.slice(1)) + 1)
  })
  it('demands what the first step marks as required', async () => {
    const { id } = await buildBuilding(world, client)
    const { status, body } = await world.call(staff, 'POST /api/constructions', { body: { construction: { building_id: id } } })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      assigned_contractors: ['を選択してください'],
      common_area_period: ['を入力してください'],
      privately_area_period: ['を入力してください'],
      schedule_change_end_on: ['を入力してください'],
      full_messages: [
        '共用部工期を入力してください',
        '専有部工期を入力してください',
        '日程変更締切日を入力してください',
        '協力会社を選択してください',
      ],
    })
  })
  it('refuses periods that end before they start, and a second stay before the end of the first', async () => {
    const { id } = await buildBuilding(world, client)
    const { body } = await world.call(staff, 'POST /api/constructions', {
      body: {
        construction: {
          ...schedule(),
          building_id: id,
          privately_area_end_on: '2026-12-01',
          planned_start_on: '2026-12-02',
          planned_end_on: '2026-12-01',
          second_common_area_start_on: '2026-12-10',
          second_common_area_end_on: '2026-12-11',
        },
      },
    })
    expect(body.errors).toMatchObject({
      planned_period: ['の終了日は開始日以降にしてください'],
      privately_area_period: ['の終了日は開始日以降にしてください'],
      second_common_area_period: ['は1回目の終了日より後にしてください'],
    })
  })
  it('tells who is named and has no address by short message, which is no longer than one', async () => {
    const newcomer = await buildUser(world, client, 'Craftsman', { contractorId: primary.id })
    const contacts = { email: null, phone: '09077776666' }
    await world.inClient(client.id, db => db.updateTable('users').set(contacts).where('id', '=', newcomer.id).execute())
    const construction = await create({
      assigned_contractors_attributes: [{ contractor_id: primary.id, assigned_craftsmans_attributes: [{ craftsman_id: newcomer.id }] }],
    })
    const messages = await world.inClient(client.id, db =>
      db.selectFrom('outbox_messages').where('transport', '=', 'sms').select(['recipients', 'kind', 'body']).execute(),
    )
    const body = `【${construction.building_name}】工事に割り当てられました`
    expect(messages).toEqual([{ recipients: ['09077776666'], kind: 'construction_assigned', body }])
    expect(body.length).toBeLessThanOrEqual(70)
  })
  it('mails everybody who is named, with the CC of the client, and leaves an event', async () => {
    const newcomer = await buildUser(world, client, 'Craftsman', { contractorId: primary.id, email: 'named@example.jp' })
    await world.inClient(client.id, db =>
      db
        .insertInto('notification_settings')
        .values({ client_id: client.id, event: 'construction_assigned', cc: ['cc@example.jp'], bcc: [] })
        .execute(),
    )
    const construction = await create({
      assigned_contractors_attributes: [{ contractor_id: primary.id, assigned_craftsmans_attributes: [{ craftsman_id: newcomer.id }] }],
    })
    const [mail, ...more] = await mailsTo('named@example.jp')
    expect(mail?.subject).toBe(`【トグチ】工事に割り当てられました（${construction.building_name}）`)
    expect(mail?.body).toContain(`/constructions/${construction.id}`)
    // It has no name of its own.
    expect(mail?.body).not.toContain('工事：')
    expect(mail?.cc).toEqual(['cc@example.jp'])
    expect(more).toEqual([])
    const events = await world.inClient(client.id, db =>
      db.selectFrom('events').where('construction_id', '=', construction.id).select(['kind', 'actor_kind', 'actor_id']).execute(),
    )
    expect(events).toEqual([{ kind: 'constructions.created', actor_kind: 'staff', actor_id: staff.id }])
    await world.inClient(client.id, db => db.deleteFrom('notification_settings').where('client_id', '=', client.id).execute())
  })
  it("does not know another client's building, contractor, craftsman, supplier, place or option", async () => {
    const foreignClient = await buildClient(world)
    const foreignBuilding = await buildBuilding(world, foreignClient)
    const foreignContractor = await buildContractor(world, foreignClient)
    const foreign = await world.call(staff, 'POST /api/constructions', {
      body: { construction: { ...schedule(), building_id: foreignBuilding.id } },
    })
    expect([foreign.status, foreign.body.errors]).toMatchObject([422, { building_id: ['は一覧にありません'] }])
    const { id } = await buildBuilding(world, client)
    const { body } = await world.call(staff, 'POST /api/constructions', {
      body: {
        construction: {
          ...schedule(),
          building_id: id,
          assigned_contractors_attributes: [
            { contractor_id: foreignContractor.id },
            { contractor_id: primary.id, assigned_craftsmans_attributes: [{ craftsman_id: outsider.id }] },
          ],
          supplier_id: 999_999,
          sales_staff_id: foreman.id,
          common_photography_places_attributes: [{ photography_place_id: 999_999 }],
          constructions_options_attributes: [{ option_id: 999_999 }],
        },
      },
    })
    expect(body.errors).toMatchObject({
      'assigned_contractors[0].contractor_id': ['は一覧にありません'],
      assigned_craftsmans: ['は一覧にありません'],
      supplier_id: ['は一覧にありません'],
      sales_staff_id: ['は一覧にありません'],
      'common_photography_places[0].photography_place_id': ['撮影箇所は一覧にありません'],
      'constructions_options[0].option_id': ['オプションは一覧にありません'],
    })
  })
  it('refuses unknown fields and wrong types, and callers who do not create', async () => {
    const { id } = await buildBuilding(world, client)
    const send = (caller: BuiltPerson, construction: object) =>
      world.send(caller, 'POST', '/api/constructions', JSON.stringify({ construction }), { 'content-type': 'application/json' })
    const wrong = await send(staff, { ...schedule(), building_id: id, cd: 'K1', time_per_unit: 0, preparation_days: ['2026-02-30'] })
    expect(Object.keys(wrong.body.errors ?? {}).toSorted()).toEqual(['cd', 'full_messages', 'preparation_days[0]', 'time_per_unit'])
    expect((await send(foreman, { ...schedule(), building_id: id })).status).toBe(403)
    expect((await send(everyone.operator, { ...schedule(), building_id: id })).status).toBe(201)
    expect((await send(everyone.admin, { ...schedule(), building_id: id })).status).toBe(201)
  })
  it('turns options on only where the client company offers them', async () => {
    await world.inClient(null, db =>
      db.updateTable('clients').set({ use_optional_construction: false }).where('id', '=', client.id).execute(),
    )
    const { id } = await buildBuilding(world, client)
    const { body } = await world.call(staff, 'POST /api/constructions', {
      body: { construction: { ...schedule(), building_id: id, use_optional_construction: true } },
    })
    expect(body.errors?.full_messages).toEqual(['オプション工事は利用できません。'])
    await world.inClient(null, db =>
      db.updateTable('clients').set({ use_optional_construction: true }).where('id', '=', client.id).execute(),
    )
  })
})

describe('GET /api/constructions/:id', () => {
  it('answers every field, the working days of its terms and the names of its holidays', async () => {
    const { id } = await create({
      privately_area_holidays: ['2026-12-20', '2026-12-13', '2026-12-13'],
      preparation_days: ['2026-12-11'],
      common_area_holidays: ['2026-12-06', '2026-11-23'],
      briefing_session_at: '2026-11-25 10:00',
    })
    expect(await show(id)).toMatchObject({
      common_area_term: 9,
      privately_area_term: 12,
      privately_area_holidays: ['2026-12-13', '2026-12-20'],
      common_area_holidays: ['2026-11-23', '2026-12-06'],
      preparation_days: ['2026-12-11'],
      privately_area_holidays_calendar: [
        { date: '2026-12-13', name: null },
        { date: '2026-12-20', name: null },
      ],
      common_area_holidays_calendar: [
        { date: '2026-11-23', name: '勤労感謝の日' },
        { date: '2026-12-06', name: null },
      ],
      preparation_days_calendar: [{ date: '2026-12-11', name: null }],
      briefing_session_at: '2026-11-25T10:00:00+09:00',
      assigned_contractors: [
        {
          contractor_id: primary.id,
          contractor_name: '一次設備',
          primary_contractor_id: null,
          assigned_craftsmans: [{ craftsman_id: foreman.id }],
        },
      ],
      completion_book: null,
      assign_ids: [],
      status: 'no_room',
      can_delete: true,
    })
  })
  it('carries its own id and code, and name, kana and address of the building', async () => {
    const building = await buildBuilding(world, client)
    await world.call(staff, 'PATCH /api/buildings/:id', {
      params: { id: building.id },
      body: { building: { name: building.name, name_kana: 'メイショウマンション', zipcode: '1540004', address: '東京都世田谷区太子堂1' } },
    })
    const { id, cd } = await create({ building_id: building.id })
    const of = (await world.call(staff, 'GET /api/buildings/:id', { params: { id: building.id } })).body.building
    expect([of.name_kana, of.zipcode, of.address]).toEqual(['メイショウマンション', '1540004', '東京都世田谷区太子堂1'])
    expect(await show(id)).toMatchObject({
      id,
      cd,
      building_name: of.name,
      building_name_kana: of.name_kana,
      building_zipcode: of.zipcode,
      building_address: of.address,
    })
  })
  it("is found by its craftsmen and by nobody else's", async () => {
    const { id } = await create()
    const status = async (caller: BuiltPerson) => (await world.call(caller, 'GET /api/constructions/:id', { params: { id } })).status
    expect(await Promise.all([staff, everyone.operator, everyone.admin, foreman, helper, outsider, stranger].map(status))).toEqual([
      200, 200, 200, 200, 404, 404, 404,
    ])
    const construction = await buildConstruction(world, client)
    const resident = await buildResident(world, client, construction.rooms[0]!.id)
    expect((await world.call(resident, 'GET /api/constructions/:id', { params: { id: construction.id } })).status).toBe(403)
    expect((await world.call(guest, 'GET /api/constructions/:id', { params: { id } })).status).toBe(401)
    expect((await world.send(staff, 'GET', '/api/constructions/0')).status).toBe(404)
  })
})

describe('PATCH /api/constructions/:id', () => {
  it('refuses days off, preparation days and a period that leave rooms behind, under the field that does it', async () => {
    const plan = await planConstruction(world, { client })
    const day = (at: number) => `2026-12-0${at}`
    const save = (construction: Partial<ChangeBody['construction']>) => change(staff, plan.construction.id, construction)
    const before = await plan.show()
    const on = (date: string) => before.assigns.filter(assign => assign.date === date).length
    expect([on(day(1)), on(day(2)), on(day(3))]).toEqual([3, 3, 0])
    expect(await save({ privately_area_holidays: [day(1)] })).toMatchObject({
      status: 422,
      body: {
        errors: {
          privately_area_holidays: ['に工事日の部屋があります（101、201、301）。先に詳細工程表で移してください'],
          full_messages: ['専有部の休工日に工事日の部屋があります（101、201、301）。先に詳細工程表で移してください'],
        },
      },
    })
    expect((await save({ preparation_days: [day(2)] })).body.errors).toHaveProperty('preparation_days')
    expect((await save({ privately_area_start_on: day(2) })).body.errors).toMatchObject({
      privately_area_period: ['の外になる部屋があります（101、201、301）。先に詳細工程表で移してください'],
    })
    expect(await plan.show()).toEqual(before)

    // Days without rooms are free to change; drafts of the detail schedule know the old ones.
    expect((await save({ privately_area_holidays: [day(3)] })).status).toBe(200)
    expect((await plan.save({ lock_version: before.lock_version })).body.code).toBe('stale')
    const { lock_version } = await plan.show()
    expect((await save({ name: '名前だけ' })).status).toBe(200)
    expect((await plan.show()).lock_version).toBe(lock_version)

    // What is done or past is not to be moved any more.
    const setRooms = (
      names: string[],
      values: { status?: 'waiting' | 'completed' | 'reschedule'; completed_at?: Date; closed_at?: Date },
    ) =>
      world.inClient(client.id, db =>
        db.updateTable('rooms').set(values).where('construction_id', '=', plan.construction.id).where('name', 'in', names).execute(),
      )
    await setRooms(['101', '201', '301'], { status: 'completed', completed_at: new Date() })
    await setRooms(['301'], { closed_at: new Date() })
    expect((await save({ privately_area_holidays: [day(1), day(3)] })).status).toBe(200)
    world.setNow('2026-12-03T10:00:00+09:00')
    expect((await save({ privately_area_holidays: [day(1), day(2), day(3)] })).status).toBe(200)
    world.setNow('2026-11-21T10:00:00+09:00')
  })

  it('saves each step and sets its flag; the name of the sales staff and department come along', async () => {
    const { id } = await create()
    const { department } = (await world.call(admin, 'POST /api/departments', { body: { department: { name: '工事部' } } })).body
    const sales = await buildUser(world, client, 'Staff', { name: '営業 一郎' })
    await world.inClient(client.id, db =>
      db.updateTable('users').set({ department_id: department.id }).where('id', '=', sales.id).execute(),
    )
    const { supplier, supplier_staffs } = (
      await world.call(staff, 'POST /api/suppliers', {
        body: { supplier: { name: '段階商会', representative_phone: null, supplier_staffs_attributes: [{ name: '佐藤' }] } },
      })
    ).body
    const board = (
      await world.call(staff, 'POST /api/electronic_signboard_contractors', {
        body: { electronic_signboard_contractor: { name: '段階黒板', phone: null } },
      })
    ).body.electronic_signboard_contractor
    const representative = await change(
      staff,
      id,
      { supplier_id: supplier.id, supplier_staff_id: supplier_staffs[0]!.id, sales_staff_id: sales.id, contract_representative: '契約者A' },
      'representative',
    )
    expect(representative.body).toMatchObject({
      message: '工事を更新しました。',
      construction: {
        supplier_name: '段階商会',
        supplier_staff_id: supplier_staffs[0]!.id,
        supplier_staff_name: '佐藤',
        sales_staff_id: sales.id,
        contract_representative: '契約者A',
        sales_representative: '営業 一郎',
        sales_department: '工事部',
        representative_completion: true,
        construction_infomation_completion: false,
      },
    })
    const info = await change(
      staff,
      id,
      {
        manage_no: 'M-2026-001',
        name: '青葉マンション更新工事',
        construction_type: 'inspection',
        time_per_unit: 60,
        security_equipment: 'fire_gas',
      },
      'construction_info',
    )
    expect(info.body.construction).toMatchObject({
      manage_no: 'M-2026-001',
      name: '青葉マンション更新工事',
      construction_type: 'inspection',
      construction_infomation_completion: true,
      supplier_id: supplier.id,
    })
    expect(await show(id)).toMatchObject({ photography_places_completion: false, options_completion: false })
    const places = await change(staff, id, { electronic_signboard_contractor_id: board.id }, 'photography_places')
    expect(places.body.construction).toMatchObject({
      photography_places_completion: true,
      electronic_signboard_contractor_name: '段階黒板',
    })
    const options = await change(staff, id, { use_payment: true }, 'options')
    expect(options.body.construction).toMatchObject({ options_completion: true, use_payment: true })
    expect(await show(id)).toMatchObject({ photography_places_completion: true, options_completion: true })
    const all = await change(staff, id, { remarks: '備考' }, 'all')
    expect([all.status, all.body.construction.remarks]).toEqual([200, '備考'])
  })
  it('keeps every field of its sections and every date', async () => {
    const { id } = await create()
    const board = (
      await world.call(staff, 'POST /api/electronic_signboard_contractors', {
        body: { electronic_signboard_contractor: { name: '全項目黒板', phone: null } },
      })
    ).body.electronic_signboard_contractor
    const fields = {
      construction_staff_id: staff.id,
      contract_representative_address: '大阪市北区1-1',
      time_per_unit: 60,
      security_equipment: 'fire_gas',
      emergency_phone_number: '0120111222',
      electronic_signboard_type: 'header',
      electronic_signboard_contractor_id: board.id,
      contract_period_start_on: '2026-12-01',
      contract_period_end_on: '2027-03-31',
      planned_start_on: '2026-12-02',
      planned_end_on: '2027-03-30',
      common_area_start_on: '2026-12-03',
      common_area_end_on: '2026-12-09',
      second_common_area_start_on: '2027-02-01',
      second_common_area_end_on: '2027-02-05',
      privately_area_start_on: '2026-12-12',
      privately_area_end_on: '2027-01-20',
      information_distribution_on: '2026-11-20',
      decision_guide_distribution_on: '2026-12-05',
      schedule_change_end_on: '2026-12-04',
      option_request_end_on: '2026-12-01',
      special_report_default: '特記なし',
      prime_contractor: '元請A',
      use_optional_construction: true,
      use_payment: true,
    } as const
    expect((await change(staff, id, fields)).status).toBe(200)
    expect(await show(id)).toMatchObject(fields)
    expect((await change(staff, id, { use_electronic_signboard: false })).status).toBe(200)
    expect((await show(id)).use_electronic_signboard).toBe(false)
  })
  it('knows nine security equipments and no other', async () => {
    const { id } = await create()
    const nine = [
      'alert',
      'fire',
      'alert_fire',
      'gas_alert',
      'gas_alert_security',
      'fire_gas',
      'fire_gas_alert',
      'fire_gas_alert_security',
      'fire_gas_alert_security_call',
    ]
    expect(securityEquipments).toEqual(nine)
    for (const security_equipment of securityEquipments)
      expect((await change(staff, id, { security_equipment })).body.construction.security_equipment).toBe(security_equipment)
    const other = JSON.stringify({ construction: { security_equipment: 'call' } })
    const { body } = await world.send(staff, 'PATCH', `/api/constructions/${id}`, other, { 'content-type': 'application/json' })
    expect(body.errors).toHaveProperty('security_equipment')
  })
  it('demands per form type what the screen marks, and all of it for all', async () => {
    const { id } = await create()
    const errors = async (formType: ChangeBody['form_type'], form: ChangeBody['construction'] = {}) =>
      Object.keys((await change(staff, id, form, formType)).body.errors ?? {}).filter(key => key !== 'full_messages')
    expect(await errors('representative')).toEqual(['supplier_id', 'sales_staff_id'])
    expect(await errors('construction_info')).toEqual(['manage_no', 'name'])
    expect(await errors('photography_places')).toEqual(['electronic_signboard_contractor_id'])
    expect(await errors('photography_places', { use_electronic_signboard: false, electronic_signboard_type: null })).toEqual([])
    expect(await errors('options')).toEqual([])
    expect(await errors('all', { use_electronic_signboard: true, electronic_signboard_type: null })).toEqual([
      'supplier_id',
      'sales_staff_id',
      'manage_no',
      'name',
      'electronic_signboard_type',
      'electronic_signboard_contractor_id',
    ])
    expect((await change(staff, id, {}, 'representative')).body.errors?.full_messages).toEqual([
      '取引先を選択してください',
      '営業担当者を選択してください',
    ])
    expect((await show(id)).representative_completion).toBe(false)
  })
  it('changes single fields without a form type, but empties no required one', async () => {
    const { id } = await create()
    expect((await change(staff, id, { emergency_phone_number: '０１２０-111-222' })).body.construction.emergency_phone_number).toBe(
      '0120111222',
    )
    expect((await change(staff, id, { briefing_session_at: '2026-11-25T10:00:00+09:00' })).body.construction.briefing_session_at).toBe(
      '2026-11-25T10:00:00+09:00',
    )
    expect((await change(staff, id, { briefing_session_at: '2026-11-25' })).body.construction.briefing_session_at).toBe(
      '2026-11-25T00:00:00+09:00',
    )
    for (const nonsense of ['2026-11-25 25:00', '2026-11-25T10:00:75Z', '2026-11-25T10:00+25:00'])
      expect((await change(staff, id, { briefing_session_at: nonsense })).status, nonsense).toBe(422)
    expect((await change(staff, id, { schedule_change_end_on: null })).body.errors).toMatchObject({
      schedule_change_end_on: ['を入力してください'],
    })
    expect((await change(staff, id, { privately_area_start_on: '' })).body.errors).toMatchObject({
      privately_area_period: ['を入力してください'],
    })
    const { assigned_contractors } = await show(id)
    const rows = [{ id: assigned_contractors[0]!.id, _destroy: true }]
    expect((await change(staff, id, { assigned_contractors_attributes: rows })).body.errors).toMatchObject({
      assigned_contractors: ['を選択してください'],
    })
  })
  it('makes drafts of the schedule stale when a crew comes, goes or changes its turn, and only then', async () => {
    const { id } = await create()
    const other = await buildContractor(world, client)
    const version = async () =>
      (await world.call(staff, 'GET /api/constructions/:construction_id/detail_schedule', { params: { construction_id: id } })).body
        .lock_version
    const rows = async () => (await show(id)).assigned_contractors.map(row => ({ id: row.id }))
    const versions = [await version()]
    const send = async (assigned_contractors_attributes: ChangeBody['construction']['assigned_contractors_attributes']) => {
      expect((await change(staff, id, { assigned_contractors_attributes })).status).toBe(200)
      versions.push(await version())
    }
    await send([...(await rows()), { contractor_id: other.id }])
    await send(await rows())
    await send((await rows()).toReversed())
    await send((await rows()).map(({ id: row }, at) => ({ id: row, ...(at === 0 ? { _destroy: true } : {}) })))
    const [first = 0] = versions
    expect(versions.map(each => each - first)).toEqual([0, 1, 1, 2, 3])
  })
  it('tells whoever works on an old version', async () => {
    const { id, lock_version } = await create()
    expect((await change(staff, id, { remarks: '先', lock_version })).status).toBe(200)
    const late = await change(admin, id, { remarks: '後', lock_version })
    expect([late.status, late.body.errors?.full_messages]).toEqual([409, ['他のユーザーが更新しました。再読み込みしてください。']])
    expect((await show(id)).remarks).toBe('先')
  })
  it('refuses a management number that another construction has, until that is deleted', async () => {
    const first = await create()
    const second = await create()
    await change(staff, first.id, { manage_no: 'M-1' })
    const { body } = await change(staff, second.id, { manage_no: 'M-1' })
    expect(body.errors?.full_messages).toEqual(['管理番号はすでに存在します'])
    await world.call(admin, 'DELETE /api/constructions/:id', { params: { id: first.id } })
    expect((await change(staff, second.id, { manage_no: 'M-1' })).status).toBe(200)
  })
  it("takes the supplier's person away with the supplier, and accepts none of another", async () => {
    const make = async (name: string) =>
      (
        await world.call(staff, 'POST /api/suppliers', {
          body: { supplier: { name, representative_phone: null, supplier_staffs_attributes: [{ name: '担当' }] } },
        })
      ).body
    const [one, two] = [await make('甲商会'), await make('乙商会')]
    const { id } = await create({ supplier_id: one.supplier.id, supplier_staff_id: one.supplier_staffs[0]!.id })
    expect((await change(staff, id, { supplier_id: two.supplier.id })).body.construction.supplier_staff_id).toBeNull()
    const wrong = await change(staff, id, { supplier_staff_id: one.supplier_staffs[0]!.id })
    expect(wrong.body.errors).toMatchObject({ supplier_staff_id: ['は一覧にありません'] })
  })
  it('keeps removed contractors to restore them with their craftsmen', async () => {
    const { id, assigned_contractors } = await create()
    const [assigned] = assigned_contractors
    const removed = await change(staff, id, {
      assigned_contractors_attributes: [{ id: assigned!.id, _destroy: true }, { contractor_id: other.id }],
    })
    expect(removed.body.construction.assigned_contractors.map(each => each.contractor_id)).toEqual([other.id])
    const restored = await change(staff, id, { assigned_contractors_attributes: [{ contractor_id: primary.id }] })
    expect(restored.body.construction.assigned_contractors.find(each => each.contractor_id === primary.id)).toMatchObject({
      id: assigned!.id,
      assigned_craftsmans: [{ craftsman_id: foreman.id }],
    })
    const twice = await change(staff, id, {
      assigned_contractors_attributes: [{ contractor_id: sub.id }, { contractor_id: sub.id }],
    })
    expect(twice.body.errors).toMatchObject({ 'assigned_contractors[1].contractor_id': ['はすでに追加されています'] })
    expect((await change(staff, id, { assigned_contractors_attributes: [{ id: 999_999 }] })).status).toBe(404)
  })
  it('replaces the craftsmen of a contractor by those sent, and mails only the new ones', async () => {
    const { id, assigned_contractors } = await create()
    const second = await buildUser(world, client, 'Craftsman', { contractorId: primary.id, email: 'second@example.jp' })
    const row = (...ids: number[]) => ({
      assigned_contractors_attributes: [
        { id: assigned_contractors[0]!.id, assigned_craftsmans_attributes: ids.map(craftsman_id => ({ craftsman_id })) },
      ],
    })
    const both = await change(staff, id, row(foreman.id, second.id))
    expect(both.body.construction.assigned_contractors[0]?.assigned_craftsmans.map(each => each.craftsman_id)).toEqual([
      foreman.id,
      second.id,
    ])
    await change(staff, id, row(foreman.id, second.id))
    expect(await mailsTo('second@example.jp')).toHaveLength(1)
    const none = await change(staff, id, row())
    expect(none.body.construction.assigned_contractors[0]?.assigned_craftsmans).toEqual([])
  })
  describe('by a craftsman', () => {
    const both = () => ({
      assigned_contractors_attributes: [
        { contractor_id: primary.id, assigned_craftsmans_attributes: [{ craftsman_id: foreman.id }] },
        { contractor_id: other.id, assigned_craftsmans_attributes: [{ craftsman_id: outsider.id }] },
        { contractor_id: sub.id, assigned_craftsmans_attributes: [{ craftsman_id: helper.id }] },
      ],
    })
    it('changes nothing but the assignment, whatever else is sent', async () => {
      const { id } = await create(both())
      const answer = await change(foreman, id, { name: '改名', remarks: '書込', assigned_contractors_attributes: [] })
      expect([answer.status, answer.body.construction.name, answer.body.construction.remarks]).toEqual([200, null, null])
      expect((await change(foreman, id, { name: '改名' }, 'all')).status).toBe(200)
      expect((await show(id)).construction_infomation_completion).toBe(false)
    })
    it('names craftsmen of the own company and its children only', async () => {
      const { id, assigned_contractors } = await create(both())
      const of = (contractorId: number) => assigned_contractors.find(each => each.contractor_id === contractorId)!.id
      const named = (caller: BuiltPerson, contractorId: number, ...ids: number[]) =>
        change(caller, id, {
          assigned_contractors_attributes: [
            { id: of(contractorId), assigned_craftsmans_attributes: ids.map(craftsman_id => ({ craftsman_id })) },
          ],
        }).then(answer => answer.status)
      expect(await named(foreman, sub.id)).toBe(200)
      expect(await named(foreman, sub.id, helper.id)).toBe(200)
      expect(await named(foreman, other.id)).toBe(403)
      // What stays the same is nobody's offence: a form may send all it shows.
      expect(await named(foreman, other.id, outsider.id)).toBe(200)
      expect(await named(helper, primary.id)).toBe(403)
      expect(await named(helper, sub.id, helper.id)).toBe(200)
    })
    it('removes children and nobody else', async () => {
      const { id, assigned_contractors } = await create(both())
      const remove = (caller: BuiltPerson, contractorId: number) =>
        change(caller, id, {
          assigned_contractors_attributes: [
            { id: assigned_contractors.find(each => each.contractor_id === contractorId)!.id, _destroy: true },
          ],
        }).then(answer => answer.status)
      expect(await remove(foreman, primary.id)).toBe(403)
      expect(await remove(foreman, other.id)).toBe(403)
      expect(await remove(helper, sub.id)).toBe(403)
      expect(await remove(foreman, sub.id)).toBe(200)
    })
    it('adds own and children, and only without a primary contractor', async () => {
      const { id } = await create()
      const add = (caller: BuiltPerson, contractor_id: number) =>
        change(caller, id, { assigned_contractors_attributes: [{ contractor_id }] }).then(answer => answer.status)
      expect(await add(foreman, other.id)).toBe(403)
      expect(await add(foreman, sub.id)).toBe(200)
      const again = await create({
        assigned_contractors_attributes: [{ contractor_id: sub.id, assigned_craftsmans_attributes: [{ craftsman_id: helper.id }] }],
      })
      expect((await change(helper, again.id, { assigned_contractors_attributes: [{ contractor_id: primary.id }] })).status).toBe(403)
      expect((await change(outsider, id, { assigned_contractors_attributes: [] })).status).toBe(404)
    })
  })
  it('keeps photography places by area: master or free input, no place twice, at least one timing', async () => {
    const { id } = await create()
    const [door, panel] = [await makePlace('玄関ドア'), await makePlace('制御盤')]
    const saved = await change(staff, id, {
      common_photography_places_attributes: [
        { photography_place_id: panel.id, remarks: '銘板も' },
        { photography_place_id: null, free_input: '屋上' },
        { photography_place_id: null, free_input: '屋上' },
      ],
      private_photography_places_attributes: [{ photography_place_id: door.id, under_construction: false }],
    })
    const { common_photography_places: common, private_photography_places: privately } = saved.body.construction
    expect(common.map(each => [each.name, each.remarks, each.before_construction])).toEqual([
      ['制御盤', '銘板も', true],
      ['屋上', null, true],
      ['屋上', null, true],
    ])
    expect(privately).toEqual([
      {
        id: privately[0]!.id,
        photography_place_id: door.id,
        free_input: null,
        name: '玄関ドア',
        before_construction: true,
        under_construction: false,
        after_construction: true,
      },
    ])
    const wrong = await change(staff, id, {
      common_photography_places_attributes: [{ photography_place_id: panel.id }, { photography_place_id: null, free_input: '' }],
      private_photography_places_attributes: [{ id: privately[0]!.id, before_construction: false, after_construction: false }],
    })
    expect(wrong.body.errors).toMatchObject({
      'common_photography_places[0].photography_place_id': ['同じ撮影箇所は追加できません。'],
      'common_photography_places[1].free_input': ['を入力してください'],
      'private_photography_places[0].before_construction': ['撮影時期を選択してください'],
    })
    const both = await change(staff, id, {
      private_photography_places_attributes: [{ id: privately[0]!.id }, { photography_place_id: panel.id }],
    })
    const [one, other] = both.body.construction.private_photography_places
    const swapped = await change(staff, id, {
      private_photography_places_attributes: [
        { id: one!.id, photography_place_id: panel.id },
        { id: other!.id, photography_place_id: door.id },
      ],
    })
    expect(swapped.body.construction.private_photography_places.map(each => [each.id, each.name])).toEqual([
      [one!.id, '制御盤'],
      [other!.id, '玄関ドア'],
    ])
    const remarks = await world.send(
      staff,
      'PATCH',
      `/api/constructions/${id}`,
      JSON.stringify({ construction: { private_photography_places_attributes: [{ id: privately[0]!.id, remarks: '不可' }] } }),
      { 'content-type': 'application/json' },
    )
    expect(remarks.body.errors).toHaveProperty('private_photography_places[0].remarks')
    const off = await change(staff, id, { use_common_photo: false, common_photography_places_attributes: [] })
    expect(off.body.construction.common_photography_places).toEqual([])
    const on = await change(staff, id, {
      use_common_photo: true,
      common_photography_places_attributes: [{ photography_place_id: panel.id }],
    })
    expect(on.body.construction.common_photography_places.map(each => each.id)).toEqual([common[0]!.id])
    const foreign = await create()
    expect(
      (await change(staff, foreign.id, { common_photography_places_attributes: [{ id: common[0]!.id, _destroy: true }] })).status,
    ).toBe(404)
  })
  it('offers options at the price of that day, none twice by name, taxed by the rule of the client', async () => {
    const { id } = await create()
    const camera = await makeOption('玄関カメラ')
    const chime = await makeOption('チャイム', 500)
    const saved = await change(staff, id, {
      constructions_options_attributes: [{ option_id: camera.id }, { option_id: chime.id, before_construction: false }],
    })
    const [first, second] = saved.body.construction.constructions_options
    expect(first).toMatchObject({ option_id: camera.id, option_name: '玄関カメラ', price: 1234, price_in_tax: 1357 })
    expect(second).toMatchObject({ before_construction: false, under_construction: true })
    await world.inClient(null, db => db.updateTable('clients').set({ rounding_rule: 'round_up' }).where('id', '=', client.id).execute())
    expect((await show(id)).constructions_options[0]).toMatchObject({ price: 1234, price_in_tax: 1358 })
    await world.inClient(null, db => db.updateTable('clients').set({ rounding_rule: 'round_down' }).where('id', '=', client.id).execute())
    await world.call(staff, 'PATCH /api/options/:id', { params: { id: camera.id }, body: { option: { price: 9999 } } })
    const kept = await change(staff, id, {
      constructions_options_attributes: [{ id: first!.id, under_construction: false, after_construction: false }],
    })
    expect(kept.body.construction.constructions_options[0]).toMatchObject({
      id: first!.id,
      price: 1234,
      under_construction: false,
      after_construction: false,
    })
    const twice = await change(staff, id, { constructions_options_attributes: [{ option_id: chime.id }] })
    expect(twice.body.errors).toMatchObject({ 'constructions_options[0].option_id': ['同じオプションは追加できません。'] })
    const swapped = await change(staff, id, {
      constructions_options_attributes: [
        { id: first!.id, option_id: chime.id },
        { id: second!.id, option_id: camera.id },
      ],
    })
    expect(swapped.body.construction.constructions_options.map(each => [each.id, each.option_name])).toEqual([
      [first!.id, 'チャイム'],
      [second!.id, '玄関カメラ'],
    ])
    await change(staff, id, {
      constructions_options_attributes: [
        { id: first!.id, option_id: camera.id },
        { id: second!.id, option_id: chime.id },
      ],
    })
    const gone = await change(staff, id, { constructions_options_attributes: [{ id: first!.id, _destroy: '1' }, { option_id: camera.id }] })
    expect(gone.body.construction.constructions_options.map(each => [each.option_name, each.price])).toEqual([
      ['チャイム', 500],
      ['玄関カメラ', 9999],
    ])
  })
  it("takes no price but the option's own (G-ORD-17)", async () => {
    const { id } = await create()
    const camera = await makeOption('価格は一つ', 1234)
    const cheaper = { option_id: camera.id, price: 1 }
    const refused = { 'constructions_options[0].price': ['はオプション画面で決めた金額です。工事では変更できません'] }
    const added = await change(staff, id, { constructions_options_attributes: [cheaper] })
    expect([added.status, added.body.errors]).toMatchObject([422, refused])
    const [offered] = (await change(staff, id, { constructions_options_attributes: [{ ...cheaper, price: 1234 }] })).body.construction
      .constructions_options
    const changed = await change(staff, id, { constructions_options_attributes: [{ id: offered!.id, price: 1 }] })
    expect([changed.status, changed.body.errors]).toMatchObject([422, refused])
    expect((await show(id)).constructions_options.map(each => each.price)).toEqual([1234])
  })
  it("does not find another client's construction, nor a deleted one", async () => {
    const { id } = await create()
    expect((await change(stranger, id, { remarks: '他社' })).status).toBe(404)
    await world.call(admin, 'DELETE /api/constructions/:id', { params: { id } })
    expect((await change(staff, id, { remarks: '後' })).status).toBe(404)
  })
})

describe('GET /api/constructions', () => {
  it('finds by keyword in building, name, number and code, sorts, pages and counts', async () => {
    const building = await buildBuilding(world, client, { name: '検索レジデンス' })
    const made = []
    for (const [name, start] of [
      ['い工事', '2027-01-10'],
      ['あ工事', '2027-03-10'],
      ['う工事', '2027-02-10'],
    ] as const)
      made.push(
        await create({
          building_id: building.id,
          name,
          manage_no: `S-${name}`,
          contract_period_start_on: start,
          planned_end_on: '2027-06-30',
        }),
      )
    const query = { construction: { keyword: '検索レジ' }, sort_by: 'start_on' as const, sort_desc: true, per_page: 2 }
    const page = await world.call(staff, 'GET /api/constructions', { query })
    expect(page.body.total_count).toBe(3)
    expect(page.body.flat_constructions.map(each => [each.name, each.start_on, each.end_on, each.work_start_on])).toEqual([
      ['あ工事', '2027-03-10', '2027-06-30', '2026-12-01'],
      ['う工事', '2027-02-10', '2027-06-30', '2026-12-01'],
    ])
    const last = await world.call(staff, 'GET /api/constructions', { query: { ...query, page: 2 } })
    expect(last.body.flat_constructions.map(each => each.id)).toEqual([made[0]!.id])
    expect((await world.call(staff, 'GET /api/constructions', { query: { ...query, page: 9 } })).body).toEqual({
      flat_constructions: [],
      total_count: 3,
    })
    for (const keyword of ['S-う', made[2]!.cd, 'う工'])
      expect(
        (await world.call(staff, 'GET /api/constructions', { query: { construction: { keyword } } })).body.flat_constructions.map(
          each => each.id,
        ),
      ).toContain(made[2]!.id)
    const all = await world.call(staff, 'GET /api/constructions', {
      query: { construction: { building_id: building.id }, exclude_pagination: true, sort_by: 'building_name' },
    })
    expect(all.body.flat_constructions).toHaveLength(3)
    expect(all.body).not.toHaveProperty('total_count')
    expect((await world.send(staff, 'GET', '/api/constructions?sort_by=lock_version')).status).toBe(422)
  })
  it('lists works of inspection and of renewal, each with what identifies it', async () => {
    const building = await buildBuilding(world, client)
    const period = { contract_period_start_on: '2026-12-01', contract_period_end_on: '2027-03-31' }
    const inspection = await create({
      building_id: building.id,
      construction_type: 'inspection',
      manage_no: `T-${building.id}`,
      number_of_houses: 12,
      ...period,
    })
    const renewal = await create({ building_id: building.id, construction_type: 'renewal', ...schedule(), planned_start_on: '2026-12-02' })
    const query = { construction: { building_id: building.id } }
    const { flat_constructions } = (await world.call(staff, 'GET /api/constructions', { query })).body
    expect(flat_constructions.find(each => each.id === renewal.id)).toMatchObject({ construction_type: 'renewal', start_on: '2026-12-02' })
    expect(flat_constructions.find(each => each.id === inspection.id)).toMatchObject({
      construction_type: 'inspection',
      building_name: building.name,
      cd: inspection.cd,
      manage_no: `T-${building.id}`,
      start_on: '2026-12-01',
      end_on: '2027-03-31',
      houses: 12,
      privately_area_end_on: '2026-12-25',
    })
  })
  it('finds what overlaps a period', async () => {
    const building = await buildBuilding(world, client)
    await create({ building_id: building.id, contract_period_start_on: '2027-05-01', contract_period_end_on: '2027-05-31' })
    const count = async (start_on: string, end_on: string) =>
      (await world.call(staff, 'GET /api/constructions', { query: { construction: { building_id: building.id, start_on, end_on } } })).body
        .total_count
    expect([
      await count('2027-05-31', '2027-06-30'),
      await count('', '2027-05-01'),
      await count('2027-06-01', ''),
      await count('2027-01-01', '2027-04-30'),
    ]).toEqual([1, 1, 0, 0])
  })
  it('derives the status of each from its rooms, the same when it filters by it (G-CON-06)', async () => {
    const own = await buildClient(world)
    const caller = await buildUser(world, own, 'Staff')
    const at = new Date('2026-11-20T00:00:00Z')
    const build = (rooms: object[], over: { end?: string; assignOn?: string } = {}) =>
      buildConstruction(world, own, {
        floors: 1,
        perFloor: Math.max(1, rooms.length),
        start: '2026-11-01',
        end: over.end ?? '2026-12-25',
      }).then(async built => {
        await world.inClient(own.id, async db => {
          if (rooms.length === 0) await db.deleteFrom('rooms').where('construction_id', '=', built.id).execute()
          for (const [index, room] of rooms.entries())
            if (Object.keys(room).length > 0) await db.updateTable('rooms').set(room).where('id', '=', built.rooms[index]!.id).execute()
          if (over.assignOn === undefined) return
          const frame = await db
            .insertInto('construction_time_frames')
            .values({ client_id: own.id, construction_id: built.id, start_at: '09:00', end_at: '12:00', frame_number: 3 })
            .returning('id')
            .executeTakeFirstOrThrow()
          await db
            .insertInto('assigns')
            .values({
              client_id: own.id,
              construction_id: built.id,
              room_id: built.rooms[0]!.id,
              date: over.assignOn,
              construction_time_frame_id: frame.id,
              frame_number: 1,
            })
            .execute()
        })
        return built.id
      })
    const reason = await world.inClient(own.id, db =>
      db.insertInto('incomplete_reasons').values({ client_id: own.id, name: '拒否' }).returning('id').executeTakeFirstOrThrow(),
    )
    const completed = { status: 'completed', completed_at: at }
    const givenUp = { status: 'reschedule', incomplete_reason_id: reason.id, closed_at: at }
    const expected = new Map([
      [await build([]), 'no_room'],
      [await build([{}]), 'planned'],
      [await build([{}], { assignOn: '2026-11-25' }), 'not_yet'],
      [await build([{}], { assignOn: '2026-11-21' }), 'in_progress'],
      [await build([completed, {}]), 'in_progress'],
      [await build([{ status: 'reschedule' }, {}]), 'in_progress'],
      [await build([{ status: 'reschedule' }, completed]), 'remaining'],
      [await build([{ status: 'reschedule' }, {}], { end: '2026-11-20' }), 'remaining'],
      [await build([givenUp, { ...completed, closed_at: at }]), 'incomplete'],
      [await build([givenUp, {}]), 'planned'],
      [await build([{ ...completed, closed_at: at }]), 'completed'],
    ])
    const everything = { per_page: 100 }
    const { flat_constructions: listed } = (await world.call(caller, 'GET /api/constructions', { query: everything })).body
    expect(Object.fromEntries(listed.map(each => [each.id, each.status]))).toEqual(Object.fromEntries(expected))
    for (const status of constructionStatuses) {
      const { body } = await world.call(caller, 'GET /api/constructions', { query: { ...everything, construction: { status: [status] } } })
      const ids = [...expected].filter(([, wanted]) => wanted === status).map(([id]) => id)
      expect({ status, ids: body.flat_constructions.map(each => each.id), total: body.total_count }).toEqual({
        status,
        ids,
        total: ids.length,
      })
    }
    const actor = { kind: 'staff', id: caller.id, clientId: own.id, canRegisterStaff: false } as const
    const counts = await world.inClient(own.id, db => countByStatus(db, actor, '2026-11-21'))
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(expected.size)
    for (const { status, count } of counts) expect([...expected.values()].filter(each => each === status)).toHaveLength(count)
    expect(listed.find(each => each.status === 'completed')?.progress).toEqual({ waiting: 0, reschedule: 0, completed: 1 })
  })
  it('shows craftsmen where they are named and nothing else', async () => {
    const newcomer = await buildUser(world, client, 'Craftsman', { contractorId: primary.id })
    const { id, assigned_contractors } = await create({
      assigned_contractors_attributes: [
        { contractor_id: primary.id, assigned_craftsmans_attributes: [{ craftsman_id: newcomer.id }] },
        { contractor_id: other.id },
      ],
    })
    const ids = async () => (await world.call(newcomer, 'GET /api/constructions')).body.flat_constructions.map(each => each.id)
    expect(await ids()).toEqual([id])
    await change(staff, id, { assigned_contractors_attributes: [{ id: assigned_contractors[0]!.id, _destroy: true }] })
    expect(await ids()).toEqual([])
    expect((await world.call(stranger, 'GET /api/constructions')).body.total_count).toBe(0)
  })
})

describe('DELETE /api/constructions/:id', () => {
  it('hides a construction; only for staff administrators and admins', async () => {
    const { id } = await create()
    const remove = (caller: BuiltPerson) => world.call(caller, 'DELETE /api/constructions/:id', { params: { id } })
    for (const caller of [staff, everyone.operator, foreman]) expect((await remove(caller)).status).toBe(403)
    expect((await remove(stranger)).status).toBe(404)
    expect((await remove(admin)).body.message).toBe('工事を削除しました。')
    expect((await remove(admin)).status).toBe(404)
  })
  it('refuses once a room is completed or something was ordered', async () => {
    const done = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    const bought = await buildConstruction(world, client, { floors: 1, perFloor: 1 })
    await world.inClient(client.id, async db => {
      await db.updateTable('rooms').set({ status: 'completed', completed_at: new Date() }).where('construction_id', '=', done.id).execute()
      await db
        .insertInto('orders')
        .values({
          client_id: client.id,
          construction_id: bought.id,
          room_id: bought.rooms[0]!.id,
          pay_method: 'cash',
          status: 'unpaid',
          total_price_in_tax: 1100,
        })
        .execute()
    })
    for (const { id } of [done, bought]) {
      const { status, body } = await world.call(admin, 'DELETE /api/constructions/:id', { params: { id } })
      expect([status, body.errors?.full_messages]).toEqual([422, ['完了済みの部屋または注文があるため削除できません。']])
    }
  })
})

const source = async () => {
  const built = await buildConstruction(world, client, {
    floors: 2,
    perFloor: 2,
    craftsmanIds: [{ contractorId: primary.id, craftsmanIds: [foreman.id] }],
    name: '本工事',
  })
  const option = await makeOption(`写し用${built.id}`)
  await change(staff, built.id, {
    remarks: '写す',
    common_photography_places_attributes: [{ photography_place_id: null, free_input: '屋上' }],
    constructions_options_attributes: [{ option_id: option.id }],
    privately_area_holidays: ['2026-12-13'],
  })
  return built
}

describe('GET /api/constructions/:construction_id/copy', () => {
  it('answers what a copy takes over, without ids, codes and dates', async () => {
    const { id } = await source()
    const { body } = await world.call(staff, 'GET /api/constructions/:construction_id/copy', { params: { construction_id: id } })
    expect(body.construction).toMatchObject({
      id: null,
      name: '本工事（コピー）',
      remarks: '写す',
      time_per_unit: 60,
      assigned_contractors: [{ contractor_id: primary.id, assigned_craftsmans: [{ craftsman_id: foreman.id }] }],
      common_photography_places: [{ free_input: '屋上' }],
      constructions_options: [{ price: 1234 }],
    })
    for (const gone of ['cd', 'manage_no', 'privately_area_start_on', 'privately_area_holidays', 'representative_completion'])
      expect(body.construction).not.toHaveProperty(gone)
    expect(body.construction.common_photography_places[0]).not.toHaveProperty('id')
    const get = (caller: BuiltPerson) =>
      world.call(caller, 'GET /api/constructions/:construction_id/copy', { params: { construction_id: id } }).then(answer => answer.status)
    expect(await Promise.all([foreman, stranger, everyone.operator].map(get))).toEqual([403, 404, 200])
  })
})

describe('POST /api/constructions/:construction_id/copy', () => {
  it('makes a construction of the same building with the same rooms, all steps done', async () => {
    const { id, buildingId, rooms } = await source()
    const supplier = (
      await world.call(staff, 'POST /api/suppliers', { body: { supplier: { name: `写し商会${id}`, representative_phone: null } } })
    ).body.supplier
    const { status, body } = await world.call(staff, 'POST /api/constructions/:construction_id/copy', {
      params: { construction_id: id },
      body: {
        construction: {
          ...schedule(),
          name: '写し',
          manage_no: `C-${id}`,
          supplier_id: supplier.id,
          sales_staff_id: staff.id,
          use_electronic_signboard: false,
        },
      },
    })
    expect(body.errors).toBeUndefined()
    expect([status, body.message]).toEqual([201, '工事をコピーしました。'])
    expect(body.construction).toMatchObject({
      building_id: buildingId,
      name: '写し',
      room_count: rooms.length,
      status: 'planned',
      representative_completion: true,
      construction_infomation_completion: true,
      photography_places_completion: true,
      options_completion: true,
    })
    expect(body.construction.id).not.toBe(id)
    const names = await world.inClient(client.id, db =>
      db.selectFrom('rooms').where('construction_id', '=', body.construction.id).select('name').orderBy('name').execute(),
    )
    expect(names.map(room => room.name)).toEqual(rooms.map(room => room.name).toSorted())
  })
  it('demands everything, and copies nothing of another client', async () => {
    const { id } = await source()
    const copy = (caller: BuiltPerson) =>
      world.call(caller, 'POST /api/constructions/:construction_id/copy', { params: { construction_id: id }, body: { construction: {} } })
    const { status, body } = await copy(staff)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([
      422,
      [
        'common_area_period',
        'privately_area_period',
        'schedule_change_end_on',
        'supplier_id',
        'sales_staff_id',
        'manage_no',
        'name',
        'electronic_signboard_contractor_id',
        'assigned_contractors',
        'full_messages',
      ],
    ])
    expect((await copy(stranger)).status).toBe(404)
    expect((await copy(foreman)).status).toBe(403)
  })
})
