import { useEffect, useRef, useState } from 'react'
import { useForm, useFormState, type UseFormReturn, useWatch } from 'react-hook-form'
import { dropTyped, keepTyped, readTyped, typedKey } from '../platform/typed.ts'
import type { RoomDetail } from '../room-reads/room-reads.ts'

export type Noted = Pick<
  RoomDetail,
  | 'id'
  | 'name'
  | 'building_name'
  | 'construction_id'
  | 'lock_version'
  | 'reception_status_en'
  | 'high_priority'
  | 'app_register'
  | 'construction_remarks'
  | 'room_remarks'
>

export interface Notes {
  reception_status: string
  high_priority: boolean
  app_register: boolean
  construction_remarks: string
  room_remarks: string
}
type Name = keyof Notes

const names = [
  'reception_status',
  'high_priority',
  'app_register',
  'construction_remarks',
  'room_remarks',
] as const satisfies readonly Name[]

const notesOf = (room: Noted): Notes => ({
  reception_status: room.reception_status_en,
  high_priority: room.high_priority,
  app_register: room.app_register,
  construction_remarks: room.construction_remarks ?? '',
  room_remarks: room.room_remarks ?? '',
})

/** What is typed and not saved, with what it was typed over. */
interface Draft {
  read: Partial<Notes>
  typed: Partial<Notes>
}

const field = 'notes'
const readDraft = (key: string): Draft | null => {
  const kept = readTyped(key)[field]
  return kept === undefined ? null : (JSON.parse(kept) as Draft)
}

const only = (notes: Notes, wanted: (name: Name) => boolean): Partial<Notes> =>
  Object.fromEntries(Object.entries(notes).filter(([name]) => wanted(name as Name)))

interface NotesForm {
  form: UseFormReturn<Notes>
  /** Only what was written here: two people at one room must not wipe each other's words. */
  changed: () => Partial<Notes>
  isChanged: boolean
  /** Whether it goes on with what an earlier page left. */
  isContinued: boolean
  /** What was written here and meanwhile elsewhere, with what stands there now. */
  changedElsewhere: readonly { name: Name; now: Notes[Name] }[]
}

/**
 * The notes of a room as they are typed while others write, too: what nobody types here is as it was saved last, and what is typed stays, also
 * over a reload (R11). The form's defaults are what was typed over.
 */
export const useNotesForm = (room: Noted): NotesForm => {
  const key = typedKey(`notes of ${room.construction_id}/${room.id}`)
  const [draft] = useState(() => readDraft(key))
  const now = notesOf(room)
  const form = useForm<Notes>({ defaultValues: { ...now, ...draft?.read } })
  const { control, getFieldState, resetField, setValue } = form
  const { dirtyFields, defaultValues } = useFormState({ control })
  const values = useWatch({ control }) as Notes
  const isTyped = (name: Name) => dirtyFields[name] === true
  const typed = only(values, isTyped)
  const isChanged = Object.keys(typed).length > 0

  useEffect(() => {
    for (const [name, value] of Object.entries(draft?.typed ?? {})) setValue(name as Name, value, { shouldDirty: true })
  }, [draft, setValue])
  const saved = JSON.stringify(now)
  useEffect(() => {
    const fresh = JSON.parse(saved) as Notes
    for (const name of names) if (!getFieldState(name).isDirty) resetField(name, { defaultValue: fresh[name] })
  }, [saved, getFieldState, resetField])

  const kept = isChanged ? JSON.stringify({ read: only({ ...now, ...defaultValues }, isTyped), typed } satisfies Draft) : null
  const wasKept = useRef(false)
  useEffect(() => {
    if (kept !== null) keepTyped(key, field, kept)
    // Saved, or taken back by hand.
    else if (wasKept.current) dropTyped(key)
    wasKept.current = kept !== null
  }, [kept, key])

  return {
    form,
    changed: () => only(form.getValues(), name => getFieldState(name).isDirty),
    isChanged,
    isContinued: draft !== null,
    changedElsewhere: names.flatMap(name => (isTyped(name) && defaultValues?.[name] !== now[name] ? [{ name, now: now[name] }] : [])),
  }
}
