import type { FormType } from '@toguchi/domain/constructions/labels'
import { type ReactNode, useState } from 'react'
import { type ApiError, q, queryClient, useApiMutation } from '../../platform/api/api.ts'
import type { Refusal } from '../../ui/form/field-errors.ts'
import { ConflictModal } from './ConflictModal.tsx'
import { assignmentBody, bodyOf, type Construction, type ConstructionValues, valuesOf } from '../form/form-values.ts'

/** What the form works on: the construction as it was read, and what was entered on top of it. */
interface Draft {
  construction: Construction
  entered: ConstructionValues | null
}

interface Saving {
  construction: Construction
  /** The form's values as they were saved last. */
  initial: ConstructionValues
  /** What was already entered when the form is laid out anew over a newer version. */
  entered: ConstructionValues | null
  error: Refusal | null
  pending: boolean
  save: (values: ConstructionValues) => void
  /** Both versions, when somebody else has saved first. */
  conflict: ReactNode
}

const isConflict = (error: ApiError | null) => error?.code === 'stale'
const conflicting: Refusal = {
  fields: {},
  fullMessages: ['他のユーザーが先に保存したため、まだ保存されていません。もう一度保存すると、両方の内容を比べられます。'],
}

/** A construction as it is now, past whatever is remembered of it: a form must not begin with an old version. */
export const freshConstruction = (id: number) =>
  queryClient.fetchQuery({ ...q('GET /api/constructions/:id', { params: { id } }), staleTime: 0 })

/**
 * Saves a construction that exists. Its version is the one the form was laid out with: what others save meanwhile is neither
 * overwritten nor does it throw away what is being typed; both versions are shown instead (G-CON-23).
 */
export const useConstructionSave = (
  read: Construction,
  sends: FormType | 'assignment',
  onSaved?: (construction: Construction) => unknown,
): Saving => {
  const [draft, setDraft] = useState<Draft>({ construction: read, entered: null })
  const [conflict, setConflict] = useState<{ mine: ConstructionValues; theirs: Construction } | null>(null)
  const { id } = draft.construction
  const patch = useApiMutation('PATCH /api/constructions/:id', {
    invalidates: ['GET /api/constructions', 'GET /api/constructions/:id'],
    message: '保存しています…',
    errors: 'page_except_conflicts',
    onSuccess: ({ construction }) => {
      setDraft({ construction, entered: null })
      return onSaved?.(construction)
    },
  })
  const send = (values: ConstructionValues, lock_version: number) =>
    patch.mutate(
      {
        params: { id },
        body:
          sends === 'assignment'
            ? { construction: { ...assignmentBody(values), lock_version } }
            : { form_type: sends, construction: { ...bodyOf(values, sends), lock_version } },
      },
      {
        onError: error => {
          if (isConflict(error)) void freshConstruction(id).then(({ construction: theirs }) => setConflict({ mine: values, theirs }))
        },
      },
    )
  const initial = valuesOf(draft.construction)
  return {
    construction: draft.construction,
    initial,
    entered: draft.entered,
    error: isConflict(patch.error) ? conflicting : patch.error,
    pending: patch.isPending,
    save: values => send(values, draft.construction.lock_version),
    conflict:
      conflict === null ? null : (
        <ConflictModal
          versions={{ base: initial, mine: conflict.mine, theirs: valuesOf(conflict.theirs) }}
          saved={conflict.theirs}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => {
            setDraft({ construction: conflict.theirs, entered: null })
            setConflict(null)
          }}
          onSave={merged => {
            setDraft({ construction: conflict.theirs, entered: merged })
            setConflict(null)
            send(merged, conflict.theirs.lock_version)
          }}
        />
      ),
  }
}
