import { longestFirstText } from '@toguchi/domain/client-terms/labels'
import { letterDocuments } from '@toguchi/domain/printing/letters'
import { describe, expect, it } from 'vitest'
import { buildPlatformPerson } from '../../test/build.ts'
import { openWorld } from '../../test/world.ts'

const world = await openWorld()

describe('the first texts of a new company', () => {
  it('lets the longest texts stand on every letter without a second page', async () => {
    const admin = await buildPlatformPerson(world, 'admin')
    const longest = 'あ'.repeat(longestFirstText)
    const { body } = await world.call(admin, 'POST /api/clients', {
      body: {
        client: {
          cd: 'longest',
          name: '東都設備工業',
          staff_admin: { name: '山田', email: 'a@example.jp', login_id: 'longest.1' },
          letter_texts: { entry: longest, closing: longest },
        },
      },
    })
    const inside = { ...admin, headers: { ...admin.headers, 'x-client-code': body.client.cd } }
    for (const document of letterDocuments) {
      const preview = await world.call(inside, 'POST /api/letter_texts/preview', { body: { letter: { document, texts: [] } } })
      expect(preview.body.pages).toBe(1)
      expect(JSON.stringify(preview.body).length).toBeGreaterThan(1000)
    }
  })
})
