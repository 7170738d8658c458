import { formTypes, type FormType } from '@toguchi/domain/constructions/labels'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { paths } from '../site/paths.ts'
import { q } from '../platform/api/api.ts'
import { configuration, useConfiguration } from '../platform/session/configuration.ts'
import { useSignedIn } from '../platform/session/use-user.ts'
import { PageHead } from '../ui/layout/PageHead.tsx'
import { ConstructionForm } from './form/ConstructionForm.tsx'
import type { Construction } from './form/form-values.ts'
import { freshConstruction, useConstructionSave } from './conflicts/use-construction-save.tsx'

const constructionQuery = (id: string | undefined) => q('GET /api/constructions/:id', { params: { id: Number(id) } })

export const loader = async ({ params }: LoaderFunctionArgs) => {
  await configuration()
  return freshConstruction(Number(params.construction_id))
}

/** Everything of a construction in one form, or one section of it by `?form_type=` (G-CON-10). */
export const ConstructionEditPage = () => {
  const { construction_id: id } = useParams()
  const [search] = useSearchParams()
  const { data } = useQuery(constructionQuery(id))
  const formType = formTypes.find(type => type === search.get('form_type')) ?? 'all'
  return data === undefined ? null : <Edit key={`${id} ${formType}`} construction={data.construction} formType={formType} />
}

const Edit = ({ construction: read, formType }: { construction: Construction; formType: FormType }) => {
  const assignmentOnly = useSignedIn().role_id === 4
  const today = useConfiguration()?.today
  const { construction, conflict, save, ...saving } = useConstructionSave(read, assignmentOnly ? 'assignment' : formType)
  if (today === undefined) return null
  return (
    <>
      <PageHead
        title={construction.name ?? construction.cd}
        note={construction.building_name}
        back={{ to: paths.construction(construction.id), label: '工事詳細' }}
      />
      <ConstructionForm
        key={construction.lock_version}
        formType={formType}
        mode="edit"
        {...saving}
        today={today}
        construction={construction}
        assignmentOnly={assignmentOnly}
        offersOptions={construction.client_use_optional_construction}
        submit="保存する"
        cancelTo={paths.construction(construction.id)}
        onSubmit={save}
      />
      {conflict}
    </>
  )
}
