import { notifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { afterFirstScreen } from '@/shared/lib/first-screen'
import { reportMissingPart } from '@/shared/lib/missing-part'
import { savesData } from '@/shared/lib/save-data'

type Closable = { opened?: boolean; onClose: () => void }
/** `prefetch` brings the code before it is asked for; that it cannot be had is told when it is. */
type Part<Props> = ComponentType<Props> & { prefetch: () => void }

/**
 * A dialog whose code is fetched when it first opens. When that fails the page under it stays as it is, with everything
 * typed in it: the dialog closes, says why, and can be tried again. `isSoon`: it works while it is closed, so its code
 * comes by itself, after the first screen. `isLikely`: its code comes then too, unless the browser saves data.
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
