import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findSliceFaults } from './slice-faults.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'toguchi-slices-'))
  plant('db/migrations/0001_rooms.sql', 'create table rooms (id bigint);')
  plant('db/migrations/0002_orders.sql', 'create table orders (id bigint);')
})
afterEach(() => rmSync(root, { recursive: true }))

const plant = (file: string, text: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

describe('the slices', () => {
  it('may read any table and write their own, in queries.ts', () => {
    plant(
      'server/src/rooms/queries.ts',
      "db.selectFrom('orders'); db.insertInto('rooms'); sql`update rooms set id = 1`; sql`select from orders for update of orders`",
    )
    plant('server/src/rooms/staffs-queries.ts', "db.updateTable('rooms')")
    plant('server/src/rooms/close-room.ts', 'export const closeRoom = () => closeInTable()')
    plant('server/src/platform/sessions.ts', "db.updateTable('orders')")
    plant('db/migrations/0003_constructions.sql', 'create table constructions (id bigint);')
    plant('server/src/construction-versions/queries.ts', "db.updateTable('constructions')")
    plant('server/src/rooms/rooms.test.ts', "db.insertInto('orders')")
    expect(findSliceFaults(root)).toEqual([])
  })

  it("style their own components, and take the kit's as they are", () => {
    plant('web/src/rooms/RoomPage.tsx', "import styles from './RoomPage.module.css'")
    plant('web/src/ui/form/Field.tsx', "import styles from '../Layout.module.css'")
    expect(findSliceFaults(root)).toEqual([])
    plant('web/src/rooms/Heard.tsx', '<p className="sr-only" />')
    plant('web/src/rooms/Wild.tsx', '<p className="sr-only room-note" />')
    expect(findSliceFaults(root)).toEqual([expect.stringContaining('web/src/rooms/Wild.tsx: the class room-note')])
    rmSync(join(root, 'web/src/rooms/Wild.tsx'))
    plant('web/src/rooms/CloseModal.tsx', "import styles from '../ui/Button.module.css'")
    plant('web/src/orders/OrderList.tsx', "import styles from '../rooms/RoomPage.module.css'")
    expect(findSliceFaults(root)).toEqual([
      expect.stringContaining('web/src/orders/OrderList.tsx: styles of another slice'),
      expect.stringContaining('web/src/rooms/CloseModal.tsx: styles of another slice'),
    ])
  })

  it.each(['index.ts', 'utils.ts', 'helpers.tsx', 'types.ts', 'service.ts', 'constants.ts'])('have no file called %s', name => {
    plant(`web/src/rooms/${name}`, '')
    expect(findSliceFaults(root)).toEqual([expect.stringContaining('a name that says nothing')])
  })

  it.each([
    "db.selectFrom('rooms')",
    "db.insertInto('rooms')",
    "db.updateTable('rooms')",
    "db.deleteFrom('rooms')",
    'sql`select 1`',
    'sql<Row>`select 1`',
    'rowsOf(db, text, [])',
  ])('keep %s in queries.ts', text => {
    plant('server/src/rooms/close-room.ts', text)
    expect(findSliceFaults(root)).toEqual(['server/src/rooms/close-room.ts: SQL lives in queries.ts'])
  })

  it.each([
    "db.insertInto('orders')",
    "db.deleteFrom('orders')",
    'sql`insert into orders (id) values (1)`',
    'sql`update orders set id = 1`',
    'sql`DELETE FROM orders `',
  ])('do not write to another with %s', text => {
    plant('server/src/rooms/queries.ts', text)
    expect(findSliceFaults(root)).toEqual(['server/src/rooms/queries.ts: writes orders, which belongs to orders'])
  })

  it('have masters whose fields say the values of their form', () => {
    plant('web/src/masters/rooms.tsx', 'const rooms: Master<Room, Values> = {\n  Fields: () => <TextField label="" name="nam" />,\n}')
    plant('web/src/masters/keys.tsx', 'const keys: Master<Key, Values> = {\n  Fields: () => <TextField<Values> name="name" label="" />,\n}')
    expect(findSliceFaults(root)).toEqual(["web/src/masters/rooms.tsx: <TextField> nam does not say its form's values"])
  })

  it('take the client from a row within reach', () => {
    plant('server/src/rooms/room-queries.ts', 'export const listRooms = (db: Db, clientId: number) => rowsOf(db, text, [clientId])')
    plant('server/src/rooms/close-room.ts', 'const clientId = actor.partOf as ClientId')
    plant('server/src/accounts/change-profile.ts', 'const clientId = actor.partOf as ClientId')
    const takesANumber = "import { clientNumberOf, clientValue } from '../platform/database/part-of-client.ts'"
    plant('server/src/residents/own-room-queries.ts', takesANumber)
    plant('server/src/residents/routes.ts', takesANumber)
    expect(findSliceFaults(root)).toEqual([
      expect.stringContaining('server/src/residents/routes.ts: a plain number of a client'),
      expect.stringContaining('server/src/rooms/close-room.ts: makes a ClientId'),
      expect.stringContaining('server/src/rooms/room-queries.ts: a number is no client'),
    ])
  })

  it.each([
    ["import { readXlsx } from 'hucre/xlsx'", 1],
    ["import { type CellValue, streamXlsxRows, writeXlsx } from 'hucre/xlsx'", 1],
    ["import {\n  parseCsv,\n  writeCsv,\n} from 'hucre/csv'", 1],
    ["import { writeXlsx } from 'hucre/xlsx'\nimport { read } from './read.ts'", 0],
  ])('leave the reading of workbooks to the file reader: %s', (text, faults) => {
    plant('server/src/rooms/workbook.ts', text)
    plant('server/src/file-reader/read-workbook.ts', text)
    expect(findSliceFaults(root)).toEqual(
      Array.from({ length: faults }, () => 'server/src/rooms/workbook.ts: workbooks are read by the file reader'),
    )
  })
})
