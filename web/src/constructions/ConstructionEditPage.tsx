import { formTypes, type FormType } from '@toguchi/domain/constructions/labels'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { paths } from '../app/paths.ts'
import { q, queryClient, useApiMutation } from '../platform/api.ts'
import { configuration, useConfiguration } from '../platform/configuration.ts'
import { useSignedIn } from '../platform/session.ts'
import { PageHead } from '../ui/PageHead.tsx'
import { ConstructionForm } from './ConstructionForm.tsx'
import { assignmentBody, bodyOf, type Construction, valuesOf } from './form-values.ts'

const shown = (id: string | undefined) => q('GET /api/constructions/:id', { params: { id: Number(id) } })

export const loader = async ({ params }: LoaderFunctionArgs) => {
  await configuration()
  return queryClient.ensureQueryData(shown(params.construction_id))
}

/** Everything of a construction in one form, or one section of it by `?form_type=` (G-CON-10). */
export const ConstructionEditPage = () => {
  const { construction_id: id } = useParams()
  const [search] = useSearchParams()
  const { data } = useQuery(shown(id))
  const formType = formTypes.find(type => type === search.get('form_type')) ?? 'all'
  return data === undefined ? null : <Edit key={formType} construction={data.construction} formType={formType} />
}

const Edit = ({ construction, formType }: { construction: Construction; formType: FormType }) => {
  const assignmentOnly = useSignedIn().role_id === 4
  const today = useConfiguration()?.today
  const save = useApiMutation('PATCH /api/constructions/:id', {
    invalidates: ['GET /api/constructions', 'GET /api/constructions/:id'],
    message: '保存しています…',
  })
  if (today === undefined) return null
  const { id, lock_version } = construction
  return (
    <>
      <PageHead
        title={construction.name ?? construction.cd}
        note={construction.building_name}
        back={{ to: paths.construction(id), label: '工事詳細' }}
      />
      <ConstructionForm
        key={lock_version}
        formType={formType}
        mode="edit"
        initial={valuesOf(construction)}
        today={today}
        shown={construction}
        assignmentOnly={assignmentOnly}
        offersOptions={construction.client_use_optional_construction}
        error={save.error}
        pending={save.isPending}
        submit="保存する"
        cancelTo={paths.construction(id)}
        onSubmit={values =>
          save.mutate({
            params: { id },
            body: assignmentOnly
              ? { construction: { ...assignmentBody(values), lock_version } }
              : { form_type: formType, construction: { ...bodyOf(values, formType), lock_version } },
          })
        }
      />
    </>
  )
}
