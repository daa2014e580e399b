import { dehydrate, QueryClient, type Query } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchPath, StaticRouterProvider } from 'react-router-dom'
import { companyQuery } from '@/features/site/shared/api/company.query'
import { loadLateBlocks } from '@/features/site/shared/blocks/late'
import { AskedLanguagesContext } from '@/kit/client-page/use-page-language'
import type { AppConfig } from '@/shared/db/config'
import { chosenLanguage, type Language } from '@/shared/domain/texts/languages'
import { writeNumbersIn } from '@/shared/hooks/language/numbers-of-reader'
import { renderedPages } from './rendered-pages'
import { routeSetOf } from '../route-sets/route-set-of'
import { followFormats, routesOfVisit, VisitorProviders } from './visitor-providers'

export { readThrough } from '@/shared/db/fetch/read-through'

/** A page from the server: its markup, the rows it read, the module whose code and styles it needs, and its language. */
export type RenderedPage = { markup: string; state: unknown; module: string; language: Language }

/** The rounds of reads of a page: a read may lead to another one. A page that needs more is given up. */
const mostRounds = 4

/**
 * The page of the site at an address as a visitor without a session first sees it, in the first language of `asked` that it has, else
 * in that of the company. Null when the server does not write it: the address is not of the site at this host, or the page needs
 * code.
 */
export async function renderSite(
  url: URL,
  config: Pick<AppConfig, 'companyDomain' | 'staffHosts'> & { host: string },
  asked: readonly string[] = [],
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
    <AskedLanguagesContext value={asked}>
      <VisitorProviders queryClient={queryClient} config={whole} switchTo={() => {}} toWholeApp={() => {}}>
        <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
      </VisitorProviders>
    </AskedLanguagesContext>
  )
  try {
    // First, because the language of a page without a language that was asked for is the company's.
    await queryClient.prefetchQuery(companyQuery())
    for (let round = 0; round < mostRounds; round++) {
      followFormats(queryClient)
      const language = chosenLanguage(...asked, queryClient.getQueryData(companyQuery().queryKey)?.language)
      writeNumbersIn(language)
      const markup = renderToString(page())
      const waiting = queryClient.getQueryCache().findAll({ predicate: isWaiting })
      if (waiting.length === 0) return { markup, state: dehydrate(queryClient), module, language }
      await Promise.all(waiting.map((query) => query.fetch()))
    }
    return null
  } finally {
    queryClient.clear()
  }
}

const isWaiting = (query: Query): boolean =>
  query.state.data === undefined && typeof query.options.queryFn === 'function'
