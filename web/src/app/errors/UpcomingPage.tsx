import { useMatches } from 'react-router'
import { t } from '../../platform/i18n.ts'
import type { Place } from '../site.ts'
import { ErrorFrame } from './ErrorFrame.ts'

/** Stands at an address whose page is not published yet: in its layout, behind its guard, under its title. */
export const UpcomingPage = () => {
  const title = useMatches()
    .map(({ handle }) => (handle as Place | undefined)?.title)
    .findLast(each => each !== undefined)
  return (
    <ErrorFrame>
      {title === undefined ? null : <h1>{t(title)}</h1>}
      <p>{t('upcoming.text')}</p>
      <p>{t('upcoming.help')}</p>
    </ErrorFrame>
  )
}
