import { useCallback, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import type { AppConfig } from '@/shared/db/config'
import { Providers } from './providers'
import { createAppRouter } from '../routing/router'
import type { RouteSetName } from '../route-sets/route'
import { routeSetAt } from '../routing/place'
import type { Place } from '../routing/visit'
import { hasStoredSession } from '@/features/system/auth/stored-session'

/** The whole product. One route set is mounted at a time; a visit that needs another one gets another router. */
export function App({ config }: { config: AppConfig }) {
  const [{ set, router }, mount] = useState(() => mounted(routeSetAt(hereNow(), config, hasStoredSession())))
  const switchTo = useCallback(
    (next: RouteSetName) => {
      router.dispose()
      mount(mounted(next))
    },
    [router],
  )

  return (
    <Providers config={config} switchTo={switchTo}>
      <RouterProvider key={set} router={router} />
    </Providers>
  )
}

const mounted = (set: RouteSetName) => ({ set, router: createAppRouter(set) })

const hereNow = (): Place => ({ pathname: window.location.pathname, search: window.location.search })
