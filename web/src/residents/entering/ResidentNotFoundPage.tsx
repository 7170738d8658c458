import { useLocation } from 'react-router'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { CallButton } from '../CallButton.tsx'

/** An address below /residents that is none: mostly one that was typed from a letter or a slip. Staff's login is no way out of it. */
export const ResidentNotFoundPage = () => {
  const { pathname, search } = useLocation()
  // Where the server leads who tried too many addresses.
  if (pathname === '/r' && search === '?wait')
    return (
      <div data-testid="error-page">
        <Title>しばらくお待ちください</Title>
        <Card>
          <p>
            <Read>入力の回数が多いため、いまは開けません。しばらくたってから、もう一度お試しください。</Read>
          </p>
        </Card>
        <CallButton />
      </div>
    )
  return (
    <div data-testid="error-page" data-error-message="This page could not be found">
      <Title>ページが見つかりません</Title>
      <Card>
        <p>
          <Read>ページが見つかりません。案内状（不在票）をもう一度お確かめください。</Read>
        </p>
      </Card>
      <CallButton />
    </div>
  )
}
