import { useSearchParams } from 'react-router'
import { internalPath } from '../../site/redirect.ts'
import { paths } from '../../site/paths.ts'
import { useConfiguration } from '../../platform/session/configuration.ts'
import { Links } from '../../ui/plain/Links.ts'
import { craftsmanHost } from './craftsman-host.ts'

/** On the host of a client: the same page on the host where craftsmen are signed in already (D-40). */
export const CraftsmenElsewhere = () => {
  const [search] = useSearchParams()
  const host = craftsmanHost(useConfiguration()?.api_host_template ?? '', location.origin)
  if (host === null) return null
  const wanted = internalPath(search.get('redirect'))
  return (
    <Links aria-label="職人の方">
      <a href={`${host}${wanted === null ? paths.login() : `${paths.login()}?redirect=${encodeURIComponent(wanted)}`}`}>職人の方の画面へ</a>
    </Links>
  )
}
