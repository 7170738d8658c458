import type { ScheduleMode } from '@toguchi/domain/schedule/cell-kind'
import type { DetailSchedule } from '@toguchi/domain/schedule/contract'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { usePaperList } from '../../messages/messages.tsx'
import { queryClient, useApiMutation } from '../../platform/api/api.ts'
import { toast } from '../../platform/toast.ts'
import { changesOf, type Decisions, type Draft, isSamePlan, type Lost, rebase, redo, requestOf, startDraft, undo } from '../draft/draft.ts'
import { keepSchedule, readsAroundSchedule, refreshSchedule, scheduleOf } from '../schedule-reads.ts'

/**
 * The draft over the schedule as it is now. Whenever the schedule changes underneath (somebody saved, a resident chose), the draft is
 * laid over the new state; what no longer fits is kept in `lost` until it was read.
 */
export const useScheduleDraft = (constructionId: number, schedule: DetailSchedule) => {
  const [mode, setMode] = useState<ScheduleMode>('view')
  const [edited, setEdited] = useState<Draft | null>(null)
  const [lost, setLost] = useState<Lost>(nothingLost)
  const [merged, setMerged] = useState(false)
  /** The version that a save was asked of whose answer never came: nobody knows yet whether it was done. */
  const [unsure, setUnsure] = useState<number | null>(null)
  const [ownSaves, setOwnSaves] = useState(0)

  const unedited = useMemo(() => startDraft(schedule), [schedule])
  if (edited !== null && edited.base !== schedule) {
    const result = rebase(edited, schedule)
    setEdited(result.draft)
    if (result.lost.moves.length + result.lost.spareFrames.length > 0) setLost(before => together(before, result.lost))
    if (changesOf(edited).count > 0 && schedule.lock_version !== edited.base.lock_version) setMerged(true)
  }
  const draft = edited ?? unedited
  const changes = useMemo(() => changesOf(draft), [draft])
  const canUndo = useMemo(() => draft.past.length > 0 && !isSamePlan(undo(draft).plan, draft.plan), [draft])
  const canRedo = useMemo(() => draft.future.length > 0 && !isSamePlan(redo(draft).plan, draft.plan), [draft])
  const isLost = lost.moves.length + lost.spareFrames.length > 0
  if (unsure !== null && !isLost && changes.count === 0 && draft.base.lock_version !== unsure) {
    // Everything of the draft stands in a later state: it was ours that got through.
    setEdited(null)
    setMode('view')
    setMerged(false)
    setUnsure(null)
    setOwnSaves(ownSaves + 1)
  }

  const goTo = (step: Draft): boolean => {
    setUnsure(null)
    setEdited(step)
    return !isSamePlan(step.plan, draft.plan)
  }
  const leave = () => {
    setEdited(null)
    setMode('view')
    setLost(nothingLost)
    setMerged(false)
    setUnsure(null)
    save.reset()
  }
  /** The answer of a write is the schedule; its versions make every draft on older ones stale. */
  const keepSaved = (saved: DetailSchedule) => keepSchedule(constructionId, saved)

  const paperList = usePaperList(constructionId)
  const save = useApiMutation('PATCH /api/constructions/:construction_id/detail_schedule', {
    invalidates: readsAroundSchedule,
    leadsTo: (saved, { body }) =>
      paperList(
        saved.detail_schedule_completed_at !== null &&
          body.detail_schedule.assigns_attributes?.some(({ channel }) => channel === 'paper') === true,
      ),
    onSuccess: saved => {
      leave()
      keepSaved(saved)
    },
    onError: async (error, { body }) => {
      const isUnsure = error.status === 0 || error.status >= 500
      // A definite answer to a later try: the first one is settled by what stands then.
      if (isUnsure || error.code !== 'stale') setUnsure(isUnsure ? body.detail_schedule.lock_version : null)
      // Somebody was first: their state comes in, the draft is laid over it, and the person looks once more before saving. And where the
      // answer was lost, the state says whether the save was done; should this fail too, the stream brings it as soon as it can.
      if (isUnsure) await refreshSchedule(constructionId)
      else if (error.code === 'stale') await queryClient.fetchQuery({ ...scheduleOf(constructionId), staleTime: 0 })
    },
    errors: 'caller',
    message: '保存しています…',
  })
  const announceOwnSave = useEffectEvent(() => {
    save.reset()
    toast.success('前の保存は完了していました。')
  })
  useEffect(() => {
    if (ownSaves > 0) announceOwnSave()
  }, [ownSaves])
  const undoSaved = useApiMutation('POST /api/constructions/:construction_id/detail_schedule/batches/:batch_id/undo', {
    invalidates: readsAroundSchedule,
    onSuccess: keepSaved,
    message: '元に戻しています…',
  })

  return {
    mode,
    draft,
    changes,
    lost,
    forgetLost: () => setLost(nothingLost),
    /** The draft was laid over somebody else's changes and nobody has looked since. */
    merged,
    forgetMerged: () => setMerged(false),
    enter: (next: ScheduleMode) => {
      setEdited(draft)
      setMode(next)
    },
    change: (next: Draft) => {
      // What is edited on is another draft: nobody asks any more whether the old one was saved.
      setUnsure(null)
      setEdited(next)
    },
    /** Whether any step is left that shows something else: some came to nothing since. */
    canUndo,
    canRedo,
    /** Each says whether anything changed by it. */
    undo: () => goTo(undo(draft)),
    redo: () => goTo(redo(draft)),
    cancel: () => {
      const thrownAway = draft
      const was = mode
      leave()
      if (changes.count === 0) return
      const bringBack = () => {
        setEdited(thrownAway)
        setMode(was)
      }
      toast.success(`変更 ${changes.count}件を取り消しました。`, { label: '元に戻す', run: bringBack })
    },
    saving: save.isPending,
    saveError: save.error,
    /** Nobody knows whether the last save was done. */
    unsure: unsure !== null,
    forgetSaveError: () => save.reset(),
    save: (decisions: Decisions) =>
      save.mutate({ params: { construction_id: constructionId }, body: { detail_schedule: requestOf(draft, decisions) } }),
    undoSaved: (batchId: number) => undoSaved.mutate({ params: { construction_id: constructionId, batch_id: batchId } }),
    undoing: undoSaved.isPending,
  }
}

const nothingLost: Lost = { moves: [], spareFrames: [] }
/** What was lost and has not been read yet; of a room the last reason. */
const together = (before: Lost, now: Lost): Lost => ({
  moves: [...before.moves.filter(({ room }) => !now.moves.some(one => one.room.id === room.id)), ...now.moves],
  spareFrames: [...before.spareFrames, ...now.spareFrames],
})

export type ScheduleDraft = ReturnType<typeof useScheduleDraft>
