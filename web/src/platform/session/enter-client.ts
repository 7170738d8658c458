import { useNavigate } from 'react-router'
import { queryClient } from '../api/api.ts'
import { leaveOnceAgreed } from '../leaving.ts'
import { endNews } from '../toast.ts'
import { chooseClient, type ChosenClient } from './credentials.ts'

/**
 * Chooses a company and goes to one of its pages, as if it had been chosen at /admins/top (G-ADM-01). Unsaved work is asked about first: who
 * stays is still where they were, and so is what the page was read from.
 */
export const useEnterClient = () => {
  const navigate = useNavigate()
  return (client: ChosenClient, to: string) =>
    leaveOnceAgreed(() => {
      // What was read of another company must not show in this one.
      queryClient.clear()
      chooseClient(client)
      // That none was chosen is no news any more.
      endNews()
      void navigate(to)
    })
}
