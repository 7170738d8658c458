import { useNavigate } from 'react-router'
import { queryClient } from '../api/api.ts'
import { chooseClient, type ChosenClient } from './credentials.ts'

/** Chooses a company and goes to one of its pages, as if it had been chosen at /admins/top (G-ADM-01). */
export const useEnterClient = () => {
  const navigate = useNavigate()
  return (client: ChosenClient, to: string) => {
    // What was read of another company must not show in this one.
    queryClient.clear()
    chooseClient(client)
    void navigate(to)
  }
}
