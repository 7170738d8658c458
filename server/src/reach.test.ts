import { only } from '@toguchi/domain/access/actor'
import { contract } from '@toguchi/domain/http/endpoint'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Db } from './platform/database/database.ts'
import { clientValueOf } from './platform/database/part-of-client.ts'
import { answers } from './platform/http/mount.ts'
import { recallMessages } from './platform/messages/outbox.ts'

// Every `@ts-expect-error` is a test of its own: where the line beneath it compiles, the type check fails (decision 033).

const endpoint = { response: z.boolean() }
const gates = contract({
  'GET /api/gates/office': { access: only('admin', 'operator', 'staffAdmin', 'staff'), ...endpoint },
  'GET /api/gates/workers': { access: only('staff', 'craftsman'), ...endpoint },
  'GET /api/gates/residents': { access: only('resident'), ...endpoint },
})

/** Minds the reach: the row says the client. */
const findGate = (db: Db, actor: Parameters<typeof clientValueOf>[0]) =>
  db.selectFrom('rooms').where('client_id', '=', clientValueOf(actor)).where('id', '=', 1).select(['client_id']).executeTakeFirst()

const slice = answers(gates, {
  'GET /api/gates/office': ({ db, actor }) => recallMessages(db, actor.clientId, 'key'),

  'GET /api/gates/workers': async ({ db, actor }) => {
    // @ts-expect-error A craftsman carries no client.
    await recallMessages(db, actor.clientId, 'key')
    // @ts-expect-error The number of the client of which they reach a part is not one.
    if (actor.kind === 'craftsman') await recallMessages(db, actor.partOf, 'key')
    // @ts-expect-error Nor does a statement of the builder take it.
    if (actor.kind === 'craftsman') db.selectFrom('rooms').where('client_id', '=', actor.partOf)
    if (actor.kind !== 'craftsman') return recallMessages(db, actor.clientId, 'key')
    const gate = await findGate(db, actor)
    return gate !== undefined && recallMessages(db, gate.client_id, 'key')
  },

  'GET /api/gates/residents': async ({ db, actor }) => {
    // @ts-expect-error A resident carries no client.
    await recallMessages(db, actor.clientId, 'key')
    // @ts-expect-error Nor is the number of theirs one.
    await recallMessages(db, actor.partOf, 'key')
    const gate = await findGate(db, actor)
    return gate !== undefined && recallMessages(db, gate.client_id, 'key')
  },
})

it('binds handlers that ask the whole client only with what was reached', () => {
  expect(Object.keys(slice.answers)).toEqual(Object.keys(gates))
})
