import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { linkTo } from '@/shared/lib/address'
import { useFrameWords } from '../frame/words/frame-words'
import { usePageTitle } from '../frame/page-title'

export function NotFound() {
  const say = useFrameWords()
  usePageTitle(say('not_found'))
  return (
    <EmptyScreen
      whole
      icon={<IconMapOff />}
      title={say('not_found')}
      actions={
        <>
          <Button component={Link} to={linkTo('/')}>
            {say('go_to_start')}
          </Button>
          <Button variant="default" onClick={() => window.history.back()}>
            {say('go_back')}
          </Button>
        </>
      }
    >
      {say('not_found_text')}
    </EmptyScreen>
  )
}
