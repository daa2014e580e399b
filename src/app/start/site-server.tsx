import { dehydrate, QueryClient, type Query } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchPath, StaticRouterProvider } from 'react-router-dom'
import { loadLateBlocks } from '@/features/site/shared/blocks/late'
import type { AppConfig } from '@/shared/db/config'
import { renderedPages } from './rendered-pages'
import { routeSetOf } from '../route-sets/route-set-of'
import { followFormats, routesOfVisit, VisitorProviders } from './visitor-providers'

export { readThrough } from '@/shared/db/fetch/read-through'

/** A page from the server: its markup, the rows it read, and the module whose code and styles it needs. */
export type RenderedPage = { markup: string; state: unknown; module: string }

/** The rounds of reads of a page: a read may lead to another one. A page that needs more is given up. */
const mostRounds = 4

/**
 * The page of the site at an address as a visitor without a session first sees it. Null when the server does not write
 * it: the address is not of the site at this host, or the page needs code.
 */
export async function renderSite(
  url: URL,
  config: Pick<AppConfig, 'companyDomain' | 'staffHosts'> & { host: string },
): Promise<RenderedPage | null> {
  const { pathname: path, search } = url
  if (routeSetOf({ ...config, path, search, staffSession: false }, () => false) !== 'marketing') return null
  const [, module] = Object.entries(renderedPages).find(([pattern]) => matchPath(pattern, path)) ?? []
  if (module === undefined) return null

  await loadLateBlocks()
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const whole: AppConfig = { ...config, supabaseUrl: '', publishableKey: '', demo: false, ratesUrl: '', mapTiles: null }
  const { query, dataRoutes } = createStaticHandler(routesOfVisit('marketing'))
  const context = await query(new Request(url))
  if (context instanceof Response) return null
  const page = (): ReactNode => (
    <VisitorProviders queryClient={queryClient} config={whole} switchTo={() => {}} toWholeApp={() => {}}>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </VisitorProviders>
  )
  try {
    for (let round = 0; round < mostRounds; round++) {
      followFormats(queryClient)
      const markup = renderToString(page())
      const asked = queryClient.getQueryCache().findAll({ predicate: isWaiting })
      if (asked.length === 0) return { markup, state: dehydrate(queryClient), module }
      await Promise.all(asked.map((query) => query.fetch()))
    }
    return null
  } finally {
    queryClient.clear()
  }
}

const isWaiting = (query: Query): boolean =>
  query.state.data === undefined && typeof query.options.queryFn === 'function'
