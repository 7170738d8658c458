import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRandomCompany, randomDay } from '../../../test/random-company.ts'
import { openWorld } from '../../../test/world.ts'
import { functionsOverClients } from './functions-over-clients.ts'

const schema = readFileSync(new URL('../../../../db/schema.sql', import.meta.url), 'utf8')
const world = await openWorld()
let owner: pg.Client

/** The kinds of `clients_with_work` that a random company may have; `payments` are due on a day of their own. */
const kindsOfWork = ['visits', 'dates', 'orders', 'earlier', 'keys', 'counts', 'months']

/** The coordinator's functions beside the plain ones, under other names: the plain engine understands both. */
beforeAll(async () => {
  owner = new pg.Client(world.ownerUrl)
  await owner.connect()
  for (const { signature, language, body } of functionsOverClients) {
    const { rows } = await owner.query<{ definition: string }>('select pg_get_functiondef($1::regprocedure) as definition', [signature])
    const [plain] = rows
    if (!plain) throw new Error(`${signature} is not there`)
    const head = plain.definition
      .slice(0, plain.definition.indexOf('AS $function$'))
      .replace('FUNCTION public.', 'FUNCTION public.on_nodes_')
      .replace(/^ LANGUAGE \w+$/m, ` LANGUAGE ${language}`)
    await owner.query(`${head}AS $function$${body}$function$`)
  }
  // As many companies as it takes until each kind of work has a client: what one of them draws may be none of it.
  for (let companies = 0; companies < 3 || (companies < 20 && (await callsWithoutClient()).length > 0); companies += 1) {
    const { client } = await buildRandomCompany(world)
    await owner.query(
      `insert into outbox_messages (client_id, transport, recipients, subject, body, state, urgent, sent_at, failed_at, next_attempt_at)
       select $1, drawn.transport, array['0901111000' || n % 3], '件名', '本文', drawn.state, n % 3 = 0, case when drawn.state = 'sent' then now() - n * interval '1 minute' end,
         case when drawn.state = 'failed' then now() end, now() + (random() - 0.7) * interval '1 hour'
       from generate_series(1, 90) n cross join lateral (select (array['mail', 'sms', 'line'])[1 + n % 3] as transport,
         (array['waiting', 'sent', 'failed', 'waiting'])[1 + n % 4] as state) drawn`,
      [client.id],
    )
    await owner.query(
      `insert into room_reminders (client_id, room_id, kind, about_on)
       select a.client_id, a.room_id, 'day_before', a.date from assigns a where a.client_id = $1 and random() < 0.5`,
      [client.id],
    )
    // They have known of them for long.
    await owner.query(
      `update assigns set updated_at = timestamptz '2026-01-01 00:00:00+09' where client_id = $1 and abs(hashint8(id)) % 10 < 7`,
      [client.id],
    )
    // The contract of the first one has ended.
    if (companies === 0) await owner.query(`update clients set status = 'terminated', terminated_at = now() where id = $1`, [client.id])
  }
  await owner.query(`insert into platform_messages (recipients, subject, body, urgent) values ('{a@example.jp}', '件名', '本文', true)`)
  // One with nothing at all.
  await owner.query(`insert into clients (cd, name) values ('empty', '何もない会社')`)
})
afterAll(() => owner.end())

const toRemind = (days: number, mobile: string) =>
  `clients_to_remind(timestamptz '${randomDay} 19:00:00+09' + interval '${days} days', ${mobile})`

const calls: readonly [call: string, isOrdered?: 'ordered'][] = [
  ['client_counts(null)'],
  ['client_counts(array(select id from clients order by id limit 2))'],
  ...['visits', 'dates', 'orders', 'payments', 'earlier', 'keys', 'counts', 'months', 'nothing'].flatMap((kind): [string, 'ordered'][] =>
    [-3, -2, -1, 0, 1, 2].map(days => [`clients_with_work('${kind}', date '${randomDay}' + ${days})`, 'ordered']),
  ),
  ...[-3, -2, -1, 0, 1, 2].flatMap((days): [string, 'ordered'][] =>
    [`'^0[789]0'`, 'null'].map(mobile => [toRemind(days, mobile), 'ordered']),
  ),
  [`due_messages(now() + interval '1 minute')`],
  [`due_messages(now() - interval '1 year')`],
  ...['09011110001', '09011110002', '0312345678', '12'].map((phone): [string, 'ordered'] => [
    `dwellings_of_clients('${phone}', null, null)`,
    'ordered',
  ]),
  [`dwellings_of_clients(null, '101', '{%青葉台%}')`, 'ordered'],
  [`dwellings_of_clients(null, 'a203', '{%清水%,%館%}')`, 'ordered'],
  [`dwellings_of_clients(null, '203', '{}')`, 'ordered'],
  [`writers_to_number('09011110001')`, 'ordered'],
  [`writers_to_number('nobody')`, 'ordered'],
]

const rowsOf = async (call: string, isOrdered?: 'ordered'): Promise<string[]> => {
  const { rows } = await owner.query<{ row: string }>(`select to_jsonb(answer)::text as row from ${call} as answer`)
  const texts = rows.map(({ row }) => row)
  return isOrdered ? texts : texts.toSorted()
}

const callsWithoutClient = async (): Promise<string[]> => {
  const without: string[] = []
  for (const kind of kindsOfWork) if ((await rowsOf(`clients_with_work('${kind}', date '${randomDay}')`)).length === 0) without.push(kind)
  const toBeReminded: string[] = []
  for (const days of [-3, -2, -1, 0, 1, 2]) toBeReminded.push(...(await rowsOf(toRemind(days, `'^0[789]0'`))))
  if (toBeReminded.length === 0) without.push('clients_to_remind')
  return without
}

describe('functions over all clients, as a coordinator asks', () => {
  it.each(calls)('%s answers the same', async (call, isOrdered) =>
    expect(await rowsOf(`on_nodes_${call}`, isOrdered)).toEqual(await rowsOf(call, isOrdered)),
  )

  it('have something to answer', async () => {
    for (const call of [
      'client_counts(null)',
      `due_messages(now() + interval '1 minute')`,
      `dwellings_of_clients('09011110001', null, null)`,
      `writers_to_number('09011110001')`,
    ])
      expect((await rowsOf(call)).length, call).toBeGreaterThan(1)
    expect(await callsWithoutClient()).toEqual([])
  })

  it.each(functionsOverClients)('$signature is the one from which it was written', ({ signature, writtenFrom }) => {
    const [name = ''] = signature.split('(')
    const texts = schema.split('CREATE OR REPLACE FUNCTION public.').filter(text => text.startsWith(`${name}(`))
    const bodies = texts.map(text => /AS \$function\$([\s\S]*?)\$function\$;/.exec(text)?.[1] ?? '')
    const digests = bodies.map(body => createHash('md5').update(body).digest('hex'))
    expect(digests, 'write the coordinator’s function anew, and then this').toContain(writtenFrom)
  })
})
