import type { LoaderFunctionArgs } from 'react-router'
import { queryClient } from '../../platform/api/api.ts'
import { listStateOf } from '../../ui/table/list-state.ts'
import { everyRemaining, RemainingList } from './RemainingList.tsx'

export const loader = ({ request }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(everyRemaining(listStateOf(new URL(request.url).searchParams)))

export const RemainingConstructionsPage = () => <RemainingList construction_id={null} />
