import { notifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { afterFirstScreen } from '@/shared/lib/first-screen'
import { reportMissingPart } from '@/shared/lib/missing-part'
import { savesData } from '@/shared/lib/save-data'

type Closable = { opened?: boolean; onClose: () => void }
/** `prefetch` loads the code early. Its failure is reported only when the part is needed. */
type Part<Props> = ComponentType<Props> & { prefetch: () => void }

/**
 * A dialog whose code loads when it first opens. When loading fails the page below stays unchanged: the dialog closes
 * with the reason and can be opened again. `isSoon`: it works while closed, so its code loads after the first screen.
 * `isLikely`: the same, unless the browser saves data.
 */
export function lazyPart<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  { isSoon = false, isLikely = false } = {},
): Part<Props> {
  let fetched: ComponentType<Props> | null = null
  const fetchOnce = async () => (fetched ??= await load())

  function LazyPart(props: Props) {
    const [part, setPart] = useState(() => (fetched ? { Dialog: fetched } : null))
    const failed = useEffectEvent(() => {
      reportMissingPart()
      notifications.show({
        id: 'missing-part',
        color: 'red',
        title: 'This could not be opened',
        message: 'Its code could not be loaded. Check the connection and try again.',
      })
      props.onClose()
    })
    const isWanted = part === null && props.opened !== false
    useEffect(() => {
      if (!isWanted) return
      let isGone = false
      fetchOnce().then(
        (Dialog) => {
          if (!isGone) setPart({ Dialog })
        },
        () => {
          if (!isGone) failed()
        },
      )
      return () => {
        isGone = true
      }
    }, [isWanted])
    useEffect(() => {
      if (!isSoon && !(isLikely && !savesData())) return
      let isGone = false
      const takeBack = afterFirstScreen(() => {
        fetchOnce().then(
          (Dialog) => {
            if (!isGone) setPart({ Dialog })
          },
          () => {},
        )
      })
      return () => {
        isGone = true
        takeBack()
      }
    }, [])
    return part ? <part.Dialog {...props} /> : null
  }
  return Object.assign(LazyPart, { prefetch: () => void fetchOnce().catch(() => {}) })
}
