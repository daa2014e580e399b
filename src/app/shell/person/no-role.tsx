import { Button } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '@/features/system/auth/session-provider'
import { rightsKey } from '@/features/system/rights/api/rights.query'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'

/** For a signed-in person whose role is unknown: nobody gave one, or it could not be read. */
export function NoRole() {
  const queryClient = useQueryClient()
  const { signOut } = useSession()
  return (
    <EmptyScreen
      whole
      icon={<IconUserQuestion />}
      title="Your role is not known"
      actions={
        <>
          <Button onClick={() => void queryClient.invalidateQueries({ queryKey: rightsKey })}>Look again</Button>
          <Button variant="default" onClick={() => void signOut()}>
            Logout
          </Button>
        </>
      }
    >
      Your rights could not be read, so no page is open. We try again every 30 seconds.
    </EmptyScreen>
  )
}
