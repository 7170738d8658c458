import { readFileSync } from 'node:fs'
import { firstFaqs } from '@toguchi/domain/masters/first-faqs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildClient } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'
import { createFirstMasters } from '../masters/masters.ts'

/** What the migration gives to clients that were there before. */
const migration = readFileSync(new URL('../../../db/migrations/0067_chatbot.sql', import.meta.url), 'utf8')
const backfill = migration.slice(migration.indexOf('insert into faqs'))
const later = firstFaqs.filter(({ key }) => ['parking', 'why', 'allergy', 'moving'].includes(key))

it('gives a client what it lacks of the later frequent questions, and not what it has discarded', async () => {
  const world = await openWorld()
  const client = await buildClient(world)
  const listed = await world.inClient(client.id, async db => {
    await createFirstMasters(db, client.id)
    const [kept, discarded, ...lacking] = later.map(({ question }) => question)
    await db.deleteFrom('faqs').where('question', 'in', lacking).execute()
    await db
      .updateTable('faqs')
      .set({ discarded_at: new Date() })
      .where('question', '=', discarded ?? '')
      .execute()
    await db
      .updateTable('faqs')
      .set({ answer: 'うちの答え' })
      .where('question', '=', kept ?? '')
      .execute()
    await sql.raw(backfill).execute(db)
    return db.selectFrom('faqs').where('discarded_at', 'is', null).orderBy('position').select(['question', 'answer', 'keywords']).execute()
  })
  const [kept, , ...lacking] = later.map(({ question, answer, keywords }) => ({ question, answer, keywords }))
  expect(listed.filter(({ question }) => later.some(faq => faq.question === question))).toEqual([
    { ...kept, answer: 'うちの答え' },
    ...lacking,
  ])
})
