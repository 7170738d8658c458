import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../platform/api/api.ts'
import { Button } from '../../ui/plain/Button.tsx'
import { Card } from '../../ui/plain/Card.tsx'
import { HandIns } from '../../ui/unsent/HandIns.tsx'
import styles from './EndedAccounts.module.css'

const nobody: readonly string[] = []

/** Who cannot sign in any more finds here what the phone still holds of their photos (decision 087). */
export const EndedAccounts = () => (
  // The pages of who is not signed in have none of their own.
  <QueryClientProvider client={queryClient}>
    <div className={styles.above}>
      <HandIns own={nobody} Frame={Card} Press={Button} />
    </div>
  </QueryClientProvider>
)
