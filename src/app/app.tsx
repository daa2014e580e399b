import { useCallback, useState } from 'react'
import { RouterProvider } from 'react-router-dom'
import type { AppConfig } from '@/shared/db/config'
import { Providers } from './providers'
import { createAppRouter } from './router'
import type { RouteSetName } from './route-sets/route'
import { type Place, routeSetAt } from './place'
import { hasStoredSession } from '@/features/auth/stored-session'

/** The whole product. One route set is mounted at a time; a visit that needs another one gets another router. */
export function App({ config }: { config: AppConfig }) {
  const [router, setRouter] = useState(() => createAppRouter(routeSetAt(hereNow(), config, hasStoredSession())))
  const switchTo = useCallback(
    (set: RouteSetName) => {
      router.dispose()
      setRouter(createAppRouter(set))
    },
    [router],
  )

  return (
    <Providers config={config} switchTo={switchTo}>
      <RouterProvider router={router} />
    </Providers>
  )
}

const hereNow = (): Place => ({ pathname: window.location.pathname, search: window.location.search })
