import { foldTelephone } from '@toguchi/domain/text/telephone'
import { describe, expect, it } from 'vitest'
import { buildRandomCompany, randomDay } from '../../test/random-company.ts'
import { openWorld } from '../../test/world.ts'
import { anyNumber, like, likeName } from '../platform/database/listing.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { searchDwellings } from './queries.ts'
import { wordsOfDwelling } from './search-words.ts'

const world = await openWorld()
world.setNow(`${randomDay}T12:00:00+09:00`)

/** Days up to what the room `r` would be called about, by themselves: no cluster calls a function that reads tables beside each row. */
const daysToCallAbout = `(select min(near.days) from (
         select abs(called.date - (app_now() at time zone 'Asia/Tokyo')::date) as days from assigns called
           where called.client_id = $1 and called.room_id = r.id and r.status <> 'completed'
         union all
         select (app_now() at time zone 'Asia/Tokyo')::date - (oa.visited_at at time zone 'Asia/Tokyo')::date from open_absences oa
           where oa.client_id = $1 and oa.room_id = r.id
         union all
         select (app_now() at time zone 'Asia/Tokyo')::date - ar.reminded_on from answer_reminders ar where ar.client_id = $1 and ar.room_id = r.id) near)`

/** As it stood before indexes could serve it. */
const amongAllDwellings = `select r.id as room_id, r.name as room_name, c.id as construction_id, c.name as construction_name, b.name as building_name,
       res.name as resident_name, a.date, f.start_at, f.end_at, r.reception_status as reception_status_en,
       (r.status = 'completed') as is_completed, r.closed_at, coalesce($2 = res.phone and not res.phone_unproven, false) as by_phone,
       case when res.unproven_phone like $2 || '%' then res.unproven_phone
         when res.phone_unproven and res.phone like $2 || '%' then res.phone end as unproven_phone
     from rooms r
     join constructions c on c.client_id = r.client_id and c.id = r.construction_id and c.discarded_at is null
     join buildings b on b.client_id = c.client_id and b.id = c.building_id
     left join assigns a on a.client_id = r.client_id and a.room_id = r.id
     left join construction_time_frames f on f.client_id = a.client_id and f.id = a.construction_time_frame_id
     left join residents res on res.client_id = r.client_id and res.room_id = r.id and res.discarded_at is null
     where r.client_id = $1
       and (r.id = $5::bigint or case when $2::text is not null then res.phone like $2 || '%' or res.unproven_phone like $2 || '%' or r.name_key = $2
         else cardinality($3::text[]) > 0 and not exists (select from unnest($3::text[], $4::text[], $6::text[], $7::text[]) as word (said, pattern, name, digits)
           where not (r.name_key ilike substr(word.pattern, 2) or coalesce(r.name_key ~ word.digits, false) or word.said !~ '^[0-9]+$'
               and (concat_ws(' ', b.name, b.name_kana, c.name, c.manage_no, c.cd) ilike word.pattern or coalesce(res.name_key like word.name, false)))) end)
     order by coalesce(r.id = $5::bigint, false) desc, r.closed_at is not null, coalesce($2 in (res.phone, res.unproven_phone), false) desc, (r.name_key = any($3)) desc,
       (r.name_key ilike any($8::text[])) desc, coalesce(r.name_key ~ $9, false) desc, (r.status = 'completed'),
       -- Who calls does so about a visit that is near, was in vain or was reminded of; else about works that go on or come soon.
       case when $2::text is not null or r.name_key = any($3) or r.name_key ~ $9 then ${daysToCallAbout} end nulls last, res.id is null,
       abs(c.privately_area_start_on - (app_now() at time zone 'Asia/Tokyo')::date), c.id desc, r.name_key
     limit 30`

const keywords = [
  '203',
  '01',
  'A203',
  'a2',
  '青葉台 203',
  '青葉台203',
  '清水',
  '清水 203',
  'しみず 青葉台',
  'grand',
  'Grand 203 A203',
  '清水荘',
  'M-3',
  'M-3 203',
  '店舗',
  '１００%',
  '090111',
  '09011110001',
  '0901111',
  '203203',
  '1 2',
  '清水太郎 佐藤',
  'コーポ203',
  '',
  '号室',
  '203 青葉台 清水 1 2 3',
]

describe('a dwelling that somebody calls about, by indexes (decision 089)', () => {
  it.each([2_000, 5])('is found in the very order that a look at all dwellings gives, where %i are many', async many => {
    for (let round = 0; round < 3; round += 1) {
      const { client, roomIds } = await buildRandomCompany(world)
      for (const keyword of keywords)
        for (const chosen of [null, roomIds[7] ?? null])
          await world.inClient(client.id, async db => {
            const words = wordsOfDwelling(keyword).slice(0, 5)
            const digits = foldTelephone(keyword)
            const phone = /^\d+$/.test(digits) && digits.length >= 6 ? digits : null
            const values = [
              client.id,
              phone,
              words,
              words.map(like),
              chosen,
              words.map(likeName),
              words.map(word => anyNumber([word])),
              words.map(word => like(word).slice(1)),
              anyNumber(words),
            ]
            const found = await searchDwellings(db, client.id, keyword, chosen, many)
            expect([keyword, found]).toEqual([keyword, await rowsOf(db, amongAllDwellings, values)])
          })
    }
  })
})
