import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../platform/api.ts'
import { PlainFrame } from './PlainFrame.tsx'

export const ResidentShell = () => (
  <QueryClientProvider client={queryClient}>
    <PlainFrame layout="resident" />
  </QueryClientProvider>
)
