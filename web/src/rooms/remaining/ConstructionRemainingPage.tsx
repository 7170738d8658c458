import { type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../../platform/api/api.ts'
import { listStateOf } from '../../ui/table/list-state.ts'
import { RemainingList, remainingOf } from './RemainingList.tsx'

export const loader = ({ request, params }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(remainingOf(Number(params.construction_id), listStateOf(new URL(request.url).searchParams)))

export const ConstructionRemainingPage = () => <RemainingList construction_id={Number(useParams().construction_id)} />
