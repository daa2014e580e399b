import { type DehydratedState, hydrate } from '@tanstack/react-query'
import { hydrateRoot, type Root } from 'react-dom/client'
import type { AppConfig } from '@/shared/db/config'
import { chosenLanguage } from '@/shared/domain/texts/languages'
import type { Mounted } from './visitor-app'
import { followFormats, type VisitorSet } from './visitor-providers'

type TakeOver = {
  place: HTMLElement
  config: AppConfig
  set: VisitorSet
  state: string
  toWholeApp: (root: Root) => void
}

/** Hydrates the page that the server wrote, unchanged. `state`: the reads of the server for it. */
export async function hydratePage({ place, config, set, state, toWholeApp }: TakeOver): Promise<void> {
  const { mounted, queryClient, VisitorApp } = await import('./visitor-app')
  hydrate(queryClient, JSON.parse(state) as DehydratedState)
  followFormats(queryClient)
  const language = chosenLanguage(document.documentElement.lang)
  if (language !== 'en') (await import('@/shared/hooks/language/numbers-of-reader')).writeNumbersIn(language)
  const first = mounted(set)
  await isReady(first)
  const app = <VisitorApp config={config} first={first} toWholeApp={() => toWholeApp(root)} />
  const root = hydrateRoot(place, app)
}

/** Until the router has the code of its first screen. */
const isReady = ({ router }: Mounted) =>
  new Promise<void>((ready) => {
    if (router.state.initialized) return ready()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      ready()
    })
  })
