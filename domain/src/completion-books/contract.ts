import { z } from 'zod'
import { anyone } from '../access/actor.ts'
import { contract } from '../http/endpoint.ts'
import { id, instant } from '../http/fields.ts'
import { DrawnPage, jobStates } from '../printing/contract.ts'
import { canMakeCompletionBooks, canReadCompletionBooks } from './policy.ts'
import { bookSections, missingKinds, mostLinkDays } from './sections.ts'

const Volume = z.object({ url: z.string(), file_name: z.string(), pages: z.int(), byte_size: z.int() })

const Link = z.object({
  id: z.int(),
  created_at: instant,
  created_by: z.string().nullable(),
  expires_at: instant,
  /** Whoever has it gets in: neither withdrawn nor run out. */
  good: z.boolean(),
  withdrawn_at: instant.nullable(),
  opened: z.int(),
  last_opened_at: instant.nullable(),
})

const Edition = z.object({
  id: z.int(),
  /** 第n版, from 1. */
  number: z.int(),
  made_at: instant,
  made_by: z.string().nullable(),
  interim: z.boolean(),
  with_names: z.boolean(),
  pages: z.int(),
  /** What could not be put into it as it is, a sentence each. */
  notes: z.array(z.string()),
  volumes: z.array(Volume),
  /** For who may make books; nobody else sees whom it was opened to. */
  links: z.array(Link),
})

/** A book under way, whoever asked for it. */
const Making = z.object({
  job_id: z.int(),
  state: z.enum(jobStates),
  done: z.int(),
  total: z.int(),
  error: z.string().nullable(),
  asked_by: z.string().nullable(),
  asked_at: instant,
})

const Sections = z.array(z.enum(bookSections)).refine(sections => new Set(sections).size === sections.length, 'は同じものを2回選べません')
const Choices = {
  sections: Sections.min(1).max(bookSections.length),
  with_names: z.boolean(),
  left_out: z.array(z.string().max(60)).max(2_000),
}

/** Keys of the attachments that whoever chose was shown: what came since is left out, for nothing was said of it. Without it: all of now. */
const offered = z.array(z.string().max(60)).max(2_000).optional()

const Missing = z.object({
  kind: z.enum(missingKinds),
  count: z.int(),
  text: z.string(),
  /** The first of them, each with the room it is about, if it is about one. */
  examples: z.array(z.object({ name: z.string(), room_id: z.int().nullable() })),
})

export const completionBooks = contract({
  /**
   * How the book (完成図書) of a construction is chosen, what is missing for it, and every edition that was made. `completion_book` is the
   * first volume of the newest edition, `volumes` all of that (G-REP-04). Craftsmen see no edition with names, and neither manuals that are not
   * for the app nor editions that hold such (decision 041).
   */
  'GET /api/constructions/:construction_id/completion_book': {
    access: canReadCompletionBooks,
    response: z.object({
      completion_book: z.object({ url: z.string(), file_name: z.string(), updated_at: instant }).nullable(),
      volumes: z.array(Volume),
      /** Every room is closed, and there is one. */
      ready: z.boolean(),
      open_rooms: z.int(),
      rooms: z.int(),
      choices: z.object(Choices),
      /** Parts that would have nothing to show. */
      empty_sections: z.array(z.enum(bookSections)),
      attachments: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          pages: z.int().nullable(),
          why_not: z.string().nullable(),
          /** Nobody has looked into it yet: how many pages it has, and whether it can be bound, is not known. */
          unread: z.boolean(),
          /** It came after the contents were chosen last, and is left out until somebody puts it in. */
          added: z.boolean(),
        }),
      ),
      missing: z.array(Missing),
      editions: z.array(Edition),
      /** A book made now would be another one than the newest edition; told to who makes books. */
      changed_since: z.boolean(),
      making: Making.nullable(),
    }),
  },
  /**
   * Looks into attached PDFs that nobody has looked into yet, ten at a time, and answers how many it has read: the page of a book waits for
   * none of them. What takes too much, and what comes while the reader is busy, stays unread.
   */
  'POST /api/constructions/:construction_id/completion_book/attachments/reading': {
    access: canMakeCompletionBooks,
    ownTransactions: true,
    response: z.object({ read: z.int() }),
  },
  /** The same book's progress alone, for who waits: the last one that was asked for. */
  'GET /api/constructions/:construction_id/completion_book/making': {
    access: canReadCompletionBooks,
    response: z.object({ making: Making.nullable() }),
  },
  /** Keeps how the book is to be made. */
  'PATCH /api/constructions/:construction_id/completion_book': {
    access: canMakeCompletionBooks,
    body: z.strictObject({ completion_book: z.strictObject({ ...Choices, offered }) }),
    response: z.object({ message: z.string(), choices: z.object(Choices) }),
  },
  /**
   * Makes it, by what was chosen last unless something else is sent. 422 `rooms_open` while a room is open, unless `interim` asks for a copy
   * that says so on each page, without the letters that say that the works are done (422 `no_sections` where nothing is left then, or where no part has anything to show); 409 `being_made` while another one is under way, with who asked for that and when.
   */
  'POST /api/constructions/:construction_id/completion_book': {
    access: canMakeCompletionBooks,
    body: z.strictObject({
      sections: Choices.sections.optional(),
      with_names: Choices.with_names.optional(),
      left_out: Choices.left_out.optional(),
      offered,
      interim: z.boolean().default(false),
    }),
    status: 202,
    response: z.object({ message: z.string(), making: Making }),
  },
  /**
   * A page of a part (from 1) as the book would have it if it was made now by what is sent, drawn alone; keeps nothing. Of rooms the first one
   * is shown, of attachments their list. 422 `no_sections` where the part has nothing to show, 404 `no_such_page` beyond its last one.
   */
  'POST /api/constructions/:construction_id/completion_book/preview': {
    access: canMakeCompletionBooks,
    ownTransactions: true,
    body: z.strictObject({
      ...Choices,
      interim: z.boolean().default(false),
      section: z.enum(bookSections),
      page: z.int().min(1).default(1),
    }),
    response: DrawnPage,
  },
  /** Opens an edition to whoever has the address and the password, for so many days; the address is told this once. */
  'POST /api/constructions/:construction_id/completion_book/links': {
    access: canMakeCompletionBooks,
    ownTransactions: true,
    labels: { password: 'パスワード', days: '有効日数' },
    body: z.strictObject({
      edition_id: id,
      password: z.string().min(8).max(72),
      days: z.int().min(1).max(mostLinkDays),
    }),
    status: 201,
    response: z.object({ message: z.string(), url: z.string(), link: Link }),
  },
  /** Withdraws a link: from now on it leads nowhere. */
  'DELETE /api/constructions/:construction_id/completion_book/links/:id': {
    access: canMakeCompletionBooks,
    response: z.object({ message: z.string(), link: Link }),
  },
  /**
   * Whether a link leads anywhere, for whoever is about to type its password: nothing of the book is told. 422 `link_gone` in one sentence for
   * one that is unknown, withdrawn or run out; these count by network, with those of `open`.
   */
  'POST /api/completion_books/look': {
    access: anyone,
    scope: 'platform',
    ownTransactions: true,
    body: z.strictObject({ client_uuid: z.uuid(), token: z.string().max(100) }),
    response: z.object({ needs: z.literal('password') }),
  },
  /**
   * What a link leads to, for whoever has its password and no account: nothing of it is told before. 422 `link_gone` for one that is
   * unknown, withdrawn or run out; 422 `password_wrong`, with how many more may be wrong; 429 after ten wrong passwords from one network, or a hundred in all. Each opening leaves an event.
   */
  'POST /api/completion_books/open': {
    access: anyone,
    scope: 'platform',
    ownTransactions: true,
    labels: { password: 'パスワード' },
    body: z.strictObject({ client_uuid: z.uuid(), token: z.string().max(100), password: z.string().max(200) }),
    response: z.object({
      title: z.string(),
      building_name: z.string(),
      issuer: z.string(),
      number: z.int(),
      interim: z.boolean(),
      made_at: instant,
      expires_at: instant,
      volumes: z.array(Volume),
    }),
  },
})
