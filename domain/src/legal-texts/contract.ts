import { z } from 'zod'
import { anyone } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { day, id, instant, query, typed } from '../http/fields.ts'
import { consentOccasions, legalTextFieldLabels } from './labels.ts'
import { canReadConsents, canWriteLegalTexts, isTold } from './policy.ts'
import { legalTextKinds } from './kinds.ts'

const kind = z.enum(legalTextKinds)

const Version = z.object({
  /** Null: the platform's own text. */
  id: z.int().nullable(),
  number: z.int().nullable(),
  /** 第3版, or 2026-11版 of the platform. */
  name: z.string(),
  /** Null: the platform's own has held from the beginning. */
  effective_on: day.nullable(),
})
export type LegalTextVersion = z.infer<typeof Version>

const Section = z.object({ name: z.string(), title: z.string(), body: z.string() })
const LegalText = Version.extend({
  kind,
  client: z.object({ uuid: z.string(), name: z.string() }).nullable(),
  sections: z.array(Section),
  /** Published, and not yet in force: it can be read before it is. */
  upcoming: z.object({ number: z.int(), effective_on: day }).nullable(),
})
export type LegalText = z.infer<typeof LegalText>

/** Which versions stood on the page where somebody agreed. Absent: those in force. */
export const ShownTexts = z.strictObject({ terms_id: id.nullable(), privacy_policy_id: id.nullable() })
export type ShownTexts = z.infer<typeof ShownTexts>

const Current = z.object({ terms: Version, privacy_policy: Version })
export type CurrentTexts = z.infer<typeof Current>

const SectionsForm = z.record(z.string().max(40), typed(20_000))

const Published = Version.extend({
  number: z.int(),
  effective_on: day,
  published_at: instant,
  published_by: z.string().nullable(),
  state: z.enum(['current', 'upcoming', 'past']),
})

const Written = z.object({
  kind,
  /** What stands in the form: the draft, else what holds. */
  sections: z.record(z.string(), z.string()),
  /** 0: nobody has begun a draft. */
  revision: z.int(),
  /** The day that was chosen for the draft, which may have passed since; null: none. */
  effective_on: day.nullable(),
  saved_at: instant.nullable(),
  saved_by: z.string().nullable(),
  current: Version,
  /** The newest first. */
  versions: z.array(Published),
  /** The first day that a new version may count from. */
  earliest_on: day,
})
export type WrittenText = z.infer<typeof Written>

const Saved = z.object({ message: z.string(), legal_text: Written })

export const legalTexts = contract({
  /**
   * A text for anybody (G-LAY-10): of `client`, else of the host's company, else the platform's; the version in force, or the one of
   * `number`. 404 for a company or number that is not there.
   */
  'GET /api/legal_texts/:kind': {
    access: anyone,
    scope: 'platform',
    query: z.strictObject({ client: z.guid().optional(), number: query.id.optional() }),
    response: z.object({ legal_text: LegalText }),
  },
  /** Which versions are in force, for pages where somebody agrees. */
  'GET /api/current_legal_texts': {
    access: anyone,
    scope: 'platform',
    query: z.strictObject({ client: z.guid().optional() }),
    response: Current,
  },
  /** Both texts as they are written, with their history. */
  'GET /api/written_legal_texts': { access: canWriteLegalTexts, response: z.object({ legal_texts: z.array(Written) }) },
  /** Keeps a draft, empty sections and a day that has passed too; without `effective_on` the day that is kept stays. 409 `stale` when somebody else saved or published since `revision` was read. */
  'PUT /api/written_legal_texts/:kind/draft': {
    access: canWriteLegalTexts,
    labels: legalTextFieldLabels,
    body: z.strictObject({
      legal_text: z.strictObject({ sections: SectionsForm, effective_on: day.nullable().optional(), revision: z.int().min(0) }),
    }),
    response: Saved,
  },
  /**
   * Publishes what is sent as the next version, which counts from `effective_on`; the draft is gone. 422 by section where one is empty, and
   * for a day before today or before the last version's. `after` is the newest version that was read: 409 `stale` when there is another.
   */
  'POST /api/written_legal_texts/:kind/versions': {
    access: canWriteLegalTexts,
    labels: legalTextFieldLabels,
    body: z.strictObject({
      legal_text: z.strictObject({ sections: SectionsForm, effective_on: day, after: id.nullable(), revision: z.int().min(0) }),
    }),
    status: 201,
    response: Saved,
  },
  /** What the residents of a dwelling were shown, and agreed to, the newest first. */
  'GET /api/constructions/:construction_id/rooms/:room_id/consents': {
    access: canReadConsents,
    response: z.object({
      consents: z.array(
        z.object({
          id: z.int(),
          occasion: z.enum(consentOccasions),
          at: instant,
          order_id: z.int().nullable(),
          resident_name: z.string().nullable(),
          terms: Version,
          privacy_policy: Version,
        }),
      ),
    }),
  },
  /** What became new since the resident was last shown it; nothing is blocked by it. */
  'GET /api/residents/new_legal_texts': { access: isTold, response: z.object({ kinds: z.array(kind), current: Current }) },
  /** The resident was told: not a consent. */
  'POST /api/residents/new_legal_texts/seen': {
    access: isTold,
    labels: legalTextFieldLabels,
    body: z.strictObject({ shown_texts: ShownTexts }),
    response: z.object({ success: z.literal(true) }),
  },
})
