import type { IncomingHttpHeaders } from 'node:http'
import type { CraftsmanActor } from '@toguchi/domain/access/actor'
import type { PhotoForm } from '@toguchi/domain/photos/contract'
import { handIns } from '@toguchi/domain/photos/hand-ins-contract'
import { answers } from '../../platform/http/mount.ts'
import { invalid, notFound } from '../../platform/http/problem.ts'
import type { Platform } from '../../platform/platform.ts'
import type { StagedFile } from '../../platform/files/storage.ts'
import { addPhoto } from '../add-photo.ts'
import { findHolder, type Holder } from '../queries.ts'
import { countUpload, demandTicket, endTicket, giveTicket, type OpenTicket, stateOfTicket } from './tickets.ts'

interface Asked {
  platform: Platform
  request: { ip: string; headers: IncomingHttpHeaders }
}

/** The craftsman whose ticket it is: what they hand in is theirs, as before. */
const craftsmanOf = ({ ticket }: OpenTicket): CraftsmanActor => ({
  kind: 'craftsman',
  id: ticket.user_id,
  partOf: ticket.client_id,
  contractorId: ticket.contractor_id,
  primaryContractorId: ticket.primary_contractor_id,
})

/** Before the first byte is taken in. */
const mayHandIn = async ({ platform, request }: Asked, holder: Holder): Promise<void> => {
  const open = await demandTicket(platform, request)
  await countUpload(platform, open)
  const actor = craftsmanOf(open)
  const found = await platform.pool.read(actor.partOf, db => findHolder(db, actor, holder, false, open.places))
  if (!found) throw notFound()
}

const handIn = async ({ platform, request }: Asked, holder: Holder, form: PhotoForm, staged: StagedFile | undefined) => {
  const open = await demandTicket(platform, request)
  if (!staged) throw invalid({ file: ['を選択してください'] })
  const place = { platform, actor: craftsmanOf(open), holder, headers: request.headers, handIn: { ticketId: open.ticket.id } }
  return { uuid: await addPhoto(place, form, staged), sha256: staged.sha256.toString('hex') }
}

const ofRoom = (params: { construction_id: number; room_id: number }): Holder => ({
  constructionId: params.construction_id,
  roomId: params.room_id,
})
const ofCommonArea = (params: { construction_id: number }): Holder => ({ constructionId: params.construction_id, roomId: null })
const handedInText = '写真を提出しました。'

export const handInsRoutes = answers(handIns, {
  'POST /api/hand_in_tickets': async ({ db, actor, body, now }) => ({ ticket: await giveTicket(db, actor, body.ticket, now) }),
  'POST /api/hand_ins/state': ({ platform, body, request }) => stateOfTicket(platform, body.ticket, request.ip),
  'POST /api/hand_ins/constructions/:construction_id/rooms/:room_id/room_images': {
    mayUpload: context => mayHandIn(context, ofRoom(context.params)),
    answer: async context => ({
      message: handedInText,
      room_image: await handIn(context, ofRoom(context.params), context.body.room_image, context.files['room_image[file]']),
    }),
  },
  'POST /api/hand_ins/constructions/:construction_id/common_area_images': {
    mayUpload: context => mayHandIn(context, ofCommonArea(context.params)),
    answer: async context => ({
      message: handedInText,
      common_area_image: await handIn(
        context,
        ofCommonArea(context.params),
        context.body.common_area_image,
        context.files['common_area_image[file]'],
      ),
    }),
  },
  'POST /api/hand_ins/end': async ({ platform, body, request }) => {
    await endTicket(platform, body.ticket, request.ip)
    return { message: '写真の提出を終えました。' }
  },
})
