import { type ComponentType, lazy } from 'react'

const nothing: ComponentType<object> = () => null

/**
 * A part that a page can do without. Its code is fetched when it is first shown; where it does not come, as without a
 * network, the part is left out and the page stays.
 */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: nothing as ComponentType<Props> }),
    ),
  )
