import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { framePart } from '@/shared/domain/texts/frame/part'
import { linkTo } from '@/shared/lib/address'
import { useSay } from './use-say'

/** The ways on from a client's page whose address opens nothing: to the account, after signing in, and to the start. */
export function WayOn() {
  const say = useSay(framePart)
  return (
    <>
      <Button component={Link} to={linkTo('/my-account')}>
        {say('go_to_account')}
      </Button>
      <Button component={Link} to={linkTo('/')} variant="default">
        {say('go_to_start')}
      </Button>
    </>
  )
}
