import { chooseClient, chosenClient } from '../platform/session/credentials.ts'
import { refreshUser } from '../platform/session/session.ts'

/** The header shows the new logo at once: to the company's people from their session, to admins from the company they chose. */
export const showLogo = async ({ cd, name, logo_path }: { cd: string; name: string; logo_path: string | null }): Promise<void> => {
  if (chosenClient()?.cd === cd) chooseClient({ cd, name, logo_path })
  await refreshUser()
}
