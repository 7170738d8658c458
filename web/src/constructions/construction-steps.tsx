import { creationStepLabels, creationSteps, type CreationStep } from '@toguchi/domain/constructions/labels'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type LoaderFunction, redirect, useNavigate, useParams, useSearchParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { q, useApiMutation } from '../platform/api/api.ts'
import { configuration, useConfiguration } from '../platform/session/configuration.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { BuildingChoice } from './BuildingChoice.tsx'
import { ConstructionForm } from './form/ConstructionForm.tsx'
import { blankValues, bodyOf, type Construction, withoutBoardOf } from './form/form-values.ts'
import { freshConstruction, useConstructionSave } from './conflicts/use-construction-save.tsx'

/** The address after a step: the next one, or the construction when all are done (G-CON-02). */
const afterStep = (step: CreationStep, id: number): string => {
  const next = creationSteps[creationSteps.indexOf(step) + 1]
  return next === undefined ? paths.construction(id) : paths[`step_${next}`](id)
}
const submitOf = (step: CreationStep) => (step === creationSteps.at(-1) ? '保存して完了' : '保存して次へ')

/** How many there are whose name stands on a board. */
const boardContractors = q(
  'GET /api/electronic_signboard_contractors',
  { query: { exclude_pagination: false, per_page: 1 } },
  { silent: true },
)

/** One step of a construction that exists. */
const ExistingStep = ({ step, construction: read }: { step: CreationStep; construction: Construction }) => {
  const navigate = useNavigate()
  const today = useConfiguration()?.today
  const boards = useQuery({ ...boardContractors, enabled: step === 'photography_places' }).data?.electronic_signboard_contractors.length
  const { construction, conflict, save, initial, ...saving } = useConstructionSave(read, step, ({ id }) => navigate(afterStep(step, id)))
  if (today === undefined || (step === 'photography_places' && boards === undefined)) return null
  return (
    <>
      <PageHead title={creationStepLabels[step]} note={construction.building_name} />
      <ConstructionForm
        key={construction.lock_version}
        formType={step}
        mode="edit"
        {...saving}
        initial={withoutBoardOf(initial, construction.photography_places_completion, boards ?? 1)}
        construction={construction}
        today={today}
        offersOptions={construction.client_use_optional_construction}
        submit={submitOf(step)}
        cancelTo={paths.construction(construction.id)}
        onSubmit={save}
      />
      {conflict}
    </>
  )
}

/** The first step, which creates the construction of the building in the address. */
const FirstStep = () => {
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const today = useConfiguration()?.today
  const buildingId = Number(search.get('building_id'))
  const chosen = Number.isSafeInteger(buildingId) && buildingId > 0
  const building = useQuery({ ...q('GET /api/buildings/:id', { params: { id: buildingId } }), enabled: chosen })
  const save = useApiMutation('POST /api/constructions', {
    invalidates: ['GET /api/constructions', 'GET /api/constructions/:id'],
    message: '保存しています…',
    // Back from the second step leads to the first one of what was saved, not to a second construction.
    onSuccess: async ({ construction }) => {
      await navigate(paths.step_overall_schedule(construction.id), { replace: true })
      await navigate(afterStep('overall_schedule', construction.id))
    },
  })
  if (today === undefined) return null
  return (
    <>
      <PageHead title={creationStepLabels.overall_schedule} note={building.data?.building.name ?? '物件が選択されていません'} />
      <ConstructionForm
        formType="overall_schedule"
        mode="new"
        initial={blankValues()}
        today={today}
        offersOptions
        error={save.error}
        pending={save.isPending}
        submit={submitOf('overall_schedule')}
        cancelTo={paths.constructions()}
        onSubmit={values =>
          save.mutate({
            body: { form_type: 'overall_schedule', construction: { ...bodyOf(values, 'overall_schedule'), building_id: buildingId } },
          })
        }
      />
      <BuildingChoice
        opened={!chosen}
        onClose={() => void navigate(paths.constructions())}
        onChoose={id => setSearch({ building_id: String(id) }, { replace: true })}
      />
    </>
  )
}

const Step = ({ step }: { step: CreationStep }) => {
  const { construction_id: id } = useParams()
  const { data } = useQuery({ ...q('GET /api/constructions/:id', { params: { id: Number(id) } }), enabled: id !== 'new' })
  if (id === 'new') return <FirstStep />
  return data === undefined ? null : <ExistingStep key={step} step={step} construction={data.construction} />
}

const pageOf = (step: CreationStep): { StepPage: ComponentType; loader: LoaderFunction } => ({
  StepPage: () => <Step step={step} />,
  loader: async ({ params: { construction_id: id } }) => {
    await configuration()
    if (id === 'new') return step === 'overall_schedule' ? null : redirect(paths.step_overall_schedule('new'))
    return freshConstruction(Number(id))
  },
})

/** The five creation steps as the site map takes them. */
export const pages = Object.fromEntries(creationSteps.map(step => [step, pageOf(step)])) as Record<CreationStep, ReturnType<typeof pageOf>>
