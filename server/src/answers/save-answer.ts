import type { OfficeActor, ClientId } from '@toguchi/domain/access/actor'
import type { RoomAnswerForm, Told } from '@toguchi/domain/answers/contract'
import type { CallOutcome, DateAnswer } from '@toguchi/domain/answers/labels'
import { type Day, formatDayWithoutYear, formatTimeFrame } from '@toguchi/domain/calendar/day'
import { readBack } from '@toguchi/domain/answers/read-back'
import { acceptedSlips, isSlip } from '@toguchi/domain/answers/slip-kinds'
import { closedRoomText } from '@toguchi/domain/rooms/status'
import type { ActingFor } from '@toguchi/domain/access/acting-for-contract'
import { toDay } from '../platform/clock.ts'
import { examineFile, type ExaminedFile } from '../files/files.ts'
import type { Asker } from '../file-reader/file-reader.ts'
import type { Db } from '../platform/database/database.ts'
import { recordEvent } from '../platform/events.ts'
import type { Wait } from '../platform/messages/outbox.ts'
import { keepFile } from '../platform/files/files.ts'
import type { Platform } from '../platform/platform.ts'
import { conflict, invalid, notFound, Problem, refused } from '../platform/http/problem.ts'
import { offersSms } from '../platform/settings.ts'
import type { StagedFile } from '../platform/files/storage.ts'
import { choosePresenceOf, findResidentOfRoom, writeResident } from '../residents/residents.ts'
import { type CarryOutOrderDecisions, assertDateUnchanged, confirmDate, setReceptionStatus, notifyConfirmed } from '../rooms/rooms.ts'
import { lockScheduledConstruction, moveRoom } from '../schedule/schedule.ts'
import { listAssignees } from './call-queries.ts'
import { type AnsweringRoomRow, findAnsweringRoom, findLastMover, insertRoomAnswer } from './queries.ts'

interface Target {
  platform: Platform
  db: Db
  actor: OfficeActor
  constructionId: number
  roomId: number
}

/** The scan of what came on paper, examined before the transaction. */
export interface Slip {
  staged: StagedFile
  examined: ExaminedFile
}

interface Saved {
  id: number
  channel: Told
  readBack: string | null
}

/**
 * Writes down what a resident said by telephone, on paper or at the door, in the caller's transaction: whom to reach first, so that the
 * confirmation goes there, then how the craftsmen get in, then the date. The room counts as answered by that channel, the resident is
 * told of the date as on the web, and the event says who spoke to whom (D-02, D-12, D-22). 422 `nothing_said` for an empty answer, under
 * `contents` for an empty note; of a `pile` nobody is told before it can no more be taken back; 409 `date_changed` says who moved the room, and where it stands now.
 */
export const saveAnswer = async (
  target: Target,
  form: RoomAnswerForm,
  slip: Slip | undefined,
  carryOut: CarryOutOrderDecisions,
  pile?: Wait,
): Promise<Saved> => {
  const { platform, db, actor, constructionId, roomId } = target
  const { clientId } = actor
  const resident = Object.fromEntries(Object.entries(form.resident ?? {}).filter(([, value]) => value !== null && value !== undefined))
  const changesContact = Object.keys(resident).length > 0
  const isAnswer = form.date_answer !== 'none' || form.presence !== undefined || changesContact || slip !== undefined
  const callBackAt = form.call_back_at === undefined ? null : new Date(form.call_back_at)
  const { contents = null } = form
  if (callBackAt !== null && callBackAt < platform.now()) throw invalid({ call_back_at: ['はこれからの日時を入力してください'] })
  const { call_back_user_id, call_back_phone } = form
  if (callBackAt === null && (call_back_user_id !== null || call_back_phone !== null))
    throw invalid({ call_back_at: ['を入力してください'] })
  if (!isAnswer && contents === null && callBackAt === null)
    throw form.noted === true
      ? invalid({ contents: ['を入力してください'] }, 'nothing_said')
      : refused('回答の内容を入力してください。', 'nothing_said')
  if (form.received_on !== undefined && form.received_on > toDay(platform.now()))
    throw invalid({ received_on: ['は今日以前の日付を入力してください'] })
  if (form.date_answer === 'move' && !form.assign) throw invalid({ date: ['を選択してください'] })
  // Before the room: whoever plans holds the construction first, and two orders would meet in a deadlock.
  const construction = await lockScheduledConstruction(db, actor, constructionId)
  const room = await findAnsweringRoom(db, actor, constructionId, roomId, offersSms(platform.settings))
  if (!construction || !room) throw notFound()
  // What is asked when all is done is written down; nothing of the room is changed by it.
  if (room.closed_at !== null && isAnswer) throw refused(closedRoomText, 'room_closed')

  if (call_back_user_id !== null && !(await listAssignees(db, clientId)).some(({ id }) => id === call_back_user_id))
    throw invalid({ call_back_user_id: ['は一覧にありません'] })
  const actingFor: ActingFor = { channel: form.channel, caller: form.caller }
  const params = { construction_id: constructionId, room_id: roomId }
  if (changesContact) await writeResident(platform, db, actor, params, { resident, acting_for: actingFor })
  if (form.presence) await underPresence(choosePresenceOf(platform, db, actor, params, form.presence, actingFor))
  const { contact_channel: channel } = (await findAnsweringRoom(db, actor, constructionId, roomId, offersSms(platform.settings))) ?? room
  // A call that said nothing of what was asked is no answer.
  if (isAnswer) await setReceptionStatus(db, clientId, roomId, form.channel, platform.now())
  if (form.date_answer === 'accept') {
    await assertReadOut(target, room, form.assign)
    await accept(target, room, actingFor, channel, pile)
  }
  if (form.date_answer === 'move' && form.assign) {
    await assertReadOut(target, room, form.seen)
    await moveRoom(platform, db, actor, construction, roomId, form.assign, {
      actingFor,
      offered: 'to the office',
      tellsResident: false,
      orders: { decision: form.order_decision, carryOut },
    })
    await notifyConfirmed(target, actingFor, channel)
  }

  const slip_file_id = slip ? await keepFile(platform, db, clientId, { ...slip.staged, ...slip.examined }) : null
  const event_id = await recordEvent(db, {
    kind: isAnswer ? 'answers.received' : 'answers.noted',
    actor,
    clientId,
    constructionId,
    roomId,
    ...(await subjectOf(db, clientId, roomId)),
    actingFor: 'resident',
    channel: form.channel,
    residentVisible: isAnswer,
    change: {
      date_answer: form.date_answer,
      presence_method: form.presence?.presence_method ?? null,
      contact: changesContact,
      slip: slip_file_id !== null,
      verified_fact: form.verified_fact,
      call_back: callBackAt !== null,
      // What stays when the answer is taken back.
      ...(form.date_answer === 'accept' && isSettled(room) ? { settled_before: true } : {}),
      // What the sheets for paper are printed by.
      ...(form.date_answer === 'none' ? {} : { channel }),
    },
    personal: { caller: form.caller },
  })
  const id = await insertRoomAnswer(db, clientId, {
    room_id: roomId,
    event_id,
    channel: form.channel,
    caller: form.caller,
    verified_fact: form.verified_fact,
    slip_file_id,
    outcome: callBackAt === null ? (outcomes[form.date_answer] ?? (isAnswer ? 'answered' : 'noted')) : 'call_back',
    contents,
    call_back_at: callBackAt,
    call_back_user_id,
    call_back_phone,
    received_on: receivedBefore(form.received_on, platform.now()),
    pile_key: pile?.recallKey ?? null,
  })
  return { id, channel, readBack: form.date_answer === 'none' ? null : await readPlace(target) }
}

/** What a conversation about the date came to; of one about anything else the rest decides. */
const outcomes: Readonly<Record<DateAnswer, CallOutcome | null>> = { accept: 'confirmed', move: 'moved', none: null }

/** The date is the one that was read out, else who moved the room meanwhile, and where to: the caller is told at once. */
const assertReadOut = async (
  { db, actor, roomId }: Target,
  room: AnsweringRoomRow,
  read: Parameters<typeof assertDateUnchanged>[1],
): Promise<void> => {
  try {
    assertDateUnchanged(room, read)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'date_changed') throw error
    const how = howMoved(actor, await findLastMover(db, actor.clientId, roomId))
    throw conflict(`${how}${placeText(room)}。今の日程をご確認ください。`, error.code)
  }
}

/** Whoever asks may have done it in another window, and the system where the schedule changed around the room. */
const howMoved = ({ kind, id }: OfficeActor, mover: { actor_kind: string; actor_id: number | null } | undefined): string => {
  if (mover?.actor_kind === 'resident') return '居住者が'
  if (mover?.actor_kind === 'system') return '工程の変更で'
  return mover?.actor_kind === kind && mover.actor_id === id ? '別の画面で' : 'ほかの担当者が'
}

const placeText = ({ date, start_at, end_at }: AnsweringRoomRow): string =>
  date === null || start_at === null || end_at === null
    ? '工事日の割当を外しました'
    : `工事日を${formatDayWithoutYear(date)} ${formatTimeFrame(start_at, end_at)}に変更しました`

/** What is missing about presence, named as the form names it. */
const underPresence = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Problem) || Object.keys(error.fields).length === 0) throw error
    throw invalid(Object.fromEntries(Object.entries(error.fields).map(([field, texts]) => [`presence.${field}`, texts])), error.code)
  }
}

/** The proposed date suits. Whoever says so twice, as on the web and then on the slip, is not told twice. */
const accept = async (
  target: Target,
  room: AnsweringRoomRow,
  actingFor: ActingFor,
  channel: Told,
  wait: Wait | undefined,
): Promise<void> => {
  if (isSettled(room)) return
  await confirmDate(target, { actingFor, channel, wait })
}

/** The day on which a slip came in, where that is not the day of writing it down (decision 072). */
const receivedBefore = (day: Day | undefined, now: Date): Day | null => (day === undefined || day === toDay(now) ? null : day)

const isSettled = ({ construction_schedule_confirmed_at, date, status }: AnsweringRoomRow): boolean =>
  construction_schedule_confirmed_at !== null && date !== null && status !== 'completed'

const readPlace = async ({ platform, db, actor, constructionId, roomId }: Target): Promise<string | null> => {
  const now = await findAnsweringRoom(db, actor, constructionId, roomId, offersSms(platform.settings))
  if (!now || now.date === null || now.start_at === null || now.end_at === null) return null
  return readBack(now.name, { date: now.date, start_at: now.start_at, end_at: now.end_at })
}

/** Whose words they are: nobody who lives there later reads them. */
const subjectOf = async (db: Db, clientId: ClientId, roomId: number) => {
  const resident = await findResidentOfRoom(db, clientId, roomId)
  return resident ? { subject: { type: 'residents', id: resident.id } } : {}
}

/** Reads a scan; anything but a PDF or a picture is refused under `slip`. */
export const readSlip = async (platform: Platform, asker: Asker, staged: StagedFile): Promise<Slip> => {
  const examined = await examineFile(platform, asker, staged).catch((error: unknown) => {
    if (error instanceof Problem && error.fields['file']) throw invalid({ slip: error.fields['file'] }, error.code)
    throw error
  })
  if (!isSlip(examined.contentType)) throw invalid({ slip: [`は${acceptedSlips}のいずれかを選択してください`] }, 'file_kind_unknown')
  return { staged, examined }
}
