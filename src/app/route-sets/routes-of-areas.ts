import type { AreaRedirect, AreaScreen } from '../areas/area.ts'
import { anybody, type AppRoute, type Frame, type ScreenCode } from './route.ts'

/** The route of an area's entry. `frame`: the default frame of the area; an entry may name another. */
export function routeOf(entry: AreaScreen | AreaRedirect, frame: Frame): AppRoute {
  if ('to' in entry) return { kind: 'redirect', path: entry.path, to: entry.to, guard: anybody, frame: 'bare' }
  const { load, ...screen } = entry
  return { kind: 'screen', frame, ...screen, load: load as ScreenCode }
}
