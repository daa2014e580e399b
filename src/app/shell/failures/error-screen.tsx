import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router-dom'
import { memoryOfTab } from '@/shared/lib/memory'
import { useIsFramed } from '@/kit/client-page/framed'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { linkTo } from '@/shared/lib/address'
import { runningBuild, servedBuild } from '@/shared/lib/build-of-page'
import { useFrameWords } from '../frame/words/frame-words'
import { isMissingPart } from '../version/missing-part'

/** The screen after an error, with the next steps. Staff read the message of the error. `inside` keeps the frame around it. */
export function ErrorScreen({ inside = false }: { inside?: boolean }) {
  const error = useRouteError()
  const say = useFrameWords()
  const isPublic = useIsFramed()
  if (isMissingPart(error)) return <MissingScreen />
  return (
    <EmptyScreen
      whole
      icon={<IconAlertTriangle />}
      title={say('something_wrong')}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>{say('try_again')}</Button>
          {inside ? null : (
            <Button variant="default" component="a" href={linkTo('/')}>
              {say('go_to_start')}
            </Button>
          )}
        </>
      }
    >
      {isPublic
        ? say('broken_text')
        : `The page stopped with this message: ${error instanceof Error ? error.message : String(error)}`}
    </EmptyScreen>
  )
}

/**
 * The build that was loaded because of a missing part, so that a build that lacks the part too is not loaded again and
 * again.
 */
const loadedBuild = memoryOfTab('loaded-build', {
  safeParse: (stored) => (typeof stored === 'string' ? { data: stored } : {}),
})

/**
 * The code of a screen could not be fetched. When the server has a newer version, the page loads it at this address;
 * the person is between two pages, so no input is lost. Otherwise the connection is down, and this screen waits for it.
 */
function MissingScreen() {
  const say = useFrameWords()
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    let isGone = false
    const reload = () => window.location.reload()
    void servedBuild().then((served) => {
      if (isGone || served === null || served === runningBuild()) return
      setNew(true)
      if (loadedBuild.read() !== served && loadedBuild.keep(served)) reload()
    })
    window.addEventListener('online', reload)
    return () => {
      isGone = true
      window.removeEventListener('online', reload)
    }
  }, [])

  return isNew ? (
    <EmptyScreen
      whole
      icon={<IconRefresh />}
      title={say('new_version')}
      actions={<Button onClick={() => window.location.reload()}>{say('load_new_version')}</Button>}
    >
      {say('new_version_text')}
    </EmptyScreen>
  ) : (
    <EmptyScreen
      whole
      icon={<IconCloudOff />}
      title={say('not_loaded')}
      actions={<Button onClick={() => window.location.reload()}>{say('try_again')}</Button>}
    >
      {say('not_loaded_text')}
    </EmptyScreen>
  )
}
