import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { q, queryClient, useApiMutation } from '../platform/api/api.ts'
import { configuration, useConfiguration } from '../platform/session/configuration.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { ConstructionForm } from './form/ConstructionForm.tsx'
import { bodyOf, valuesOf } from './form/form-values.ts'

const draft = (id: string | undefined) => q('GET /api/constructions/:construction_id/copy', { params: { construction_id: Number(id) } })

export const loader = async ({ params }: LoaderFunctionArgs) => {
  await configuration()
  return queryClient.ensureQueryData(draft(params.construction_id))
}

/** A new construction of the same building, filled in from another; dates, number and rooms' answers begin anew (G-CON-09). */
export const ConstructionCopyPage = () => {
  const { construction_id: id } = useParams()
  const navigate = useNavigate()
  const today = useConfiguration()?.today
  const { data } = useQuery(draft(id))
  const save = useApiMutation('POST /api/constructions/:construction_id/copy', {
    invalidates: ['GET /api/constructions'],
    message: '保存しています…',
    onSuccess: ({ construction }) => navigate(paths.construction(construction.id)),
  })
  if (data === undefined || today === undefined) return null
  return (
    <>
      <PageHead
        title="工事のコピー"
        note={data.construction.building_name}
        back={{ to: paths.construction(Number(id)), label: '元の工事' }}
      />
      <ConstructionForm
        formType="all"
        mode="new"
        initial={valuesOf(data.construction)}
        today={today}
        offersOptions={data.construction.client_use_optional_construction}
        error={save.error}
        pending={save.isPending}
        submit="コピーを登録する"
        cancelTo={paths.construction(Number(id))}
        onSubmit={values =>
          save.mutate({ params: { construction_id: Number(id) }, body: { form_type: 'all', construction: bodyOf(values, 'all') } })
        }
      />
    </>
  )
}
