import { Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { linkTo } from '@/shared/lib/address'

/** Tells a client that a proof waits for their answer, with the way to it. `uuid`: the link of its quotation. */
export function ProofWaits({ uuid }: { uuid: string }) {
  const { say } = usePageWords()
  return (
    <Group gap="sm" my="xs">
      <span>{say('proof_waits')}</span>
      <Button component={Link} to={linkTo('/mockups/:uuid', { uuid })}>
        {say('look_at_proof')}
      </Button>
    </Group>
  )
}
